/* SPDX-License-Identifier: Apache-2.0
 *
 * simdjson's DOM parser for Swift, which walks the tape itself (simdjson's doc/tape.md describes it).
 */
#ifndef SHEAF_JSON_H
#define SHEAF_JSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that must be readable behind the text; what they hold does not matter. */
#define SHEAF_JSON_PADDING 64

typedef struct sheaf_json_parser sheaf_json_parser;

/* The result of a parse, valid until the parser's next call. */
typedef struct sheaf_json_document {
    const uint64_t *tape;
    size_t tape_count;
    const uint8_t *strings;
    size_t strings_count;
} sheaf_json_document;

/* A parser for texts that nest at most `max_depth` deep; NULL where there is no memory. */
sheaf_json_parser *sheaf_json_parser_new(size_t max_depth);
void sheaf_json_parser_free(sheaf_json_parser *parser);

/* Parses one JSON text of strict UTF-8. Memory for texts of this length is kept for the next one. Returns 0 or a code
 * for sheaf_json_error. */
int32_t sheaf_json_parse(sheaf_json_parser *parser, const uint8_t *text, size_t length,
                         sheaf_json_document *document);

/* Gives back memory beyond what texts of `length` bytes need. */
void sheaf_json_parser_shrink(sheaf_json_parser *parser, size_t length);

/* Returns the meaning of a code, in English. */
const char *sheaf_json_error(int32_t code);

#ifdef __cplusplus
}
#endif

#endif
