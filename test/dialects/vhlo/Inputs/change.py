"""usage: change.py ARTIFACT OLD NEW [OLD NEW...]: the artifact with texts replaced by others as long."""
import sys

data = open(sys.argv[1], "rb").read()
for old, new in zip(sys.argv[2::2], sys.argv[3::2]):
    assert len(old) == len(new) and data.count(old.encode()) == 1, (old, new)
    data = data.replace(old.encode(), new.encode())
sys.stdout.buffer.write(data)
