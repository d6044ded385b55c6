#include "error.h"

#include "base/base.h"
#include "command/options.h"

int lab_complain(enum lab_error error, const char *about)
{
    static const char *const words[] = {[LAB_MEMORY] = "out of memory",
                                        [LAB_THREADS] = "a thread could not be started",
                                        [LAB_PROGRAM] = "a program could not be started"};
    if (error == LAB_CONTESTANT)
        command_complain("%s", about);
    else if (error == LAB_WRITING)
        command_complain("%s: could not be written", about);
    else
        command_complain("%s", words[error]);
    return EXIT_IO;
}
