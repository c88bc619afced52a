plan.problem @two limit 10 {
  %0 = plan.node costs [1, 5] usages [8, 4] live [0, 2)
  %1 = plan.node costs [2] usages [6] live [1, 3)
  plan.edge %0, %1 costs [[3], [0]]
}
