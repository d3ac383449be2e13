// SPDX-License-Identifier: Apache-2.0
#include "sheaf_json.h"

#include <new>
#include <simdjson.h>

using namespace simdjson;

static_assert(SHEAF_JSON_PADDING >= SIMDJSON_PADDING, "padding");

// Where the memory of a parser starts; it grows in powers of two.
static constexpr size_t initial_capacity = 4096;

struct sheaf_json_parser {
    dom::parser parser;
    size_t max_depth;
};

static size_t capacity_for(size_t length) {
    size_t capacity = initial_capacity;
    while (capacity < length)
        capacity *= 2;
    return capacity;
}

sheaf_json_parser *sheaf_json_parser_new(size_t max_depth) {
    auto *parser = new (std::nothrow) sheaf_json_parser{dom::parser(), max_depth};
    if (parser && parser->parser.allocate(initial_capacity, max_depth) != SUCCESS) {
        delete parser;
        return nullptr;
    }
    return parser;
}

void sheaf_json_parser_free(sheaf_json_parser *parser) { delete parser; }

int32_t sheaf_json_parse(sheaf_json_parser *parser, const uint8_t *text, size_t length,
                         sheaf_json_document *document) {
    // A byte order mark, which a JSON text has none of (RFC 8259, 8.1): newer versions of simdjson skip it.
    if (length > 0 && text[0] == 0xef)
        return TAPE_ERROR;
    dom::parser &inner = parser->parser;
    if (inner.capacity() < length || inner.doc.capacity() < length) {
        size_t capacity = capacity_for(length);
        error_code error = inner.doc.allocate(capacity);
        if (error == SUCCESS)
            error = inner.allocate(capacity, parser->max_depth);
        if (error != SUCCESS)
            return error;
    }
    error_code error = inner.parse(text, length, false).error();
    if (error != SUCCESS)
        return error;
    // The first word of the tape says where it ends; simdjson sized the strings by the document's capacity.
    *document = sheaf_json_document{
        inner.doc.tape.get(),
        static_cast<size_t>(inner.doc.tape[0] & 0x00ffffffffffffff),
        inner.doc.string_buf.get(),
        5 * inner.doc.capacity() / 3 + SIMDJSON_PADDING,
    };
    return SUCCESS;
}

void sheaf_json_parser_shrink(sheaf_json_parser *parser, size_t length) {
    size_t capacity = capacity_for(length);
    if (parser->parser.capacity() <= capacity)
        return;
    // What fails here is allocated by the next parse.
    (void)parser->parser.doc.allocate(0);
    (void)parser->parser.allocate(capacity, parser->max_depth);
}

const char *sheaf_json_error(int32_t code) { return error_message(static_cast<error_code>(code)); }
