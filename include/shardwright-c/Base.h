#ifndef SHARDWRIGHT_C_BASE_H
#define SHARDWRIGHT_C_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What every header of the C interface uses: the version, how errors are told, who owns texts.
 *
 * Handles are opaque. A function that makes one writes it to its last argument and returns a status; the caller ends it
 * with the function called ...Destroy, which takes null as well. `const T *` that is returned belongs to the handle
 * that it was asked of and ends with it. Arguments are read during the call and not kept.
 *
 * No function crashes on a null handle: those that return a status say which argument is null, the others return 0,
 * null or an empty text. Handles that have been destroyed must not be passed on.
 *
 * The interface grows by functions, by options with names, and by members at the end of structs that begin with their
 * size; what is there keeps its meaning as long as SW_API_VERSION stays. */

#define SW_API_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/* Of the library that is loaded: SW_API_VERSION of the headers that it was built with. */
uint32_t swApiVersion(void);
/* `0.1.0 (abc1234 of 2026-01-31)`. */
const char *swVersion(void);

/* A text or bytes that the caller owns. A zero follows the last byte. */
typedef struct SwString SwString;
const char *swStringData(const SwString *string);
size_t swStringSize(const SwString *string);
void swStringDestroy(SwString *string);

/* What went wrong, by the numbers of gRPC and Abseil. */
typedef enum SwCode {
  SW_OK = 0,
  SW_UNKNOWN = 2,
  SW_INVALID_ARGUMENT = 3,    /* what a program, an option or an argument says */
  SW_NOT_FOUND = 5,           /* no such file */
  SW_RESOURCE_EXHAUSTED = 8,  /* memory */
  SW_FAILED_PRECONDITION = 9, /* a call out of order; a limit that no plan keeps; a check of the program's own */
  SW_ABORTED = 10,
  SW_UNIMPLEMENTED = 12,
  SW_INTERNAL = 13,
  SW_UNAVAILABLE = 14 /* no such device, a full disk */
} SwCode;

typedef enum SwSeverity { SW_ERROR = 0, SW_WARNING = 1, SW_REMARK = 2, SW_NOTE = 3 } SwSeverity;

/* What the compiler says of a program: a message at a place, with notes that point at the other parties. */
typedef struct SwDiagnostic SwDiagnostic;
SwSeverity swDiagnosticSeverity(const SwDiagnostic *diagnostic);
/* Empty where no place is known. */
const char *swDiagnosticFile(const SwDiagnostic *diagnostic);
/* From 1; 0 where no place is known. */
int64_t swDiagnosticLine(const SwDiagnostic *diagnostic);
int64_t swDiagnosticColumn(const SwDiagnostic *diagnostic);
const char *swDiagnosticMessage(const SwDiagnostic *diagnostic);
/* `file:line:column: error: message`; notes are lines of their own. */
const char *swDiagnosticText(const SwDiagnostic *diagnostic);
size_t swDiagnosticNumNotes(const SwDiagnostic *diagnostic);
const SwDiagnostic *swDiagnosticNote(const SwDiagnostic *diagnostic, size_t note);

/* Null: all went well. The caller destroys it. */
typedef struct SwStatus SwStatus;
SwCode swStatusCode(const SwStatus *status);
/* Lower case, no full stop; of a program that is wrong, the text of the first error. */
const char *swStatusMessage(const SwStatus *status);
/* What was said of the program during the call, errors, warnings and remarks, in order. */
size_t swStatusNumDiagnostics(const SwStatus *status);
const SwDiagnostic *swStatusDiagnostic(const SwStatus *status, size_t diagnostic);
void swStatusDestroy(SwStatus *status);

#ifdef __cplusplus
}
#endif

#endif /* SHARDWRIGHT_C_BASE_H */
