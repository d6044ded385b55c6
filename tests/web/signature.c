/* signature.c -- the signature, computed in WebAssembly. */
#include "tests/fuzz/driver/signature.h"

__attribute__((export_name("signature"))) uint64_t exported_signature(void);

uint64_t exported_signature(void)
{
    return signature();
}
