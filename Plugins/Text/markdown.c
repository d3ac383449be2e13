/* SPDX-License-Identifier: Apache-2.0
 *
 * markdown.c: makes blocks of a Markdown document, as cmark reads it (CommonMark 0.30).
 *
 * Nothing that it refers to is loaded, and nothing of it is left out: of an image there are its words, and HTML stands
 * there as it is written.
 */
#include "internal.h"

#include <cmark.h>
#include <string.h>

/* Deeper lists and quotations are not set in any further. */
#define INDENT_LEVELS 8

/* While it is made. */
typedef struct maker {
    markdown *made;
    block block;      /* the open one */
    int is_open;
    GArray *lists;    /* of int: the number of the next item of each open list, or -1 */
    int quotes;       /* how many are open */
    int item_begins;  /* the mark of a list's item is still to come */
    int is_apart;     /* the next block has space above it */
    uint32_t style;   /* SPAN_* */
    int32_t link;
    int is_table;     /* rows of cells: lines stay lines */
    guint heading;    /* the number of the last heading's block */
} maker;

static void block_close(maker *maker)
{
    markdown *made = maker->made;
    if (!maker->is_open)
        return;
    maker->is_open = 0;
    maker->block.length = (uint32_t)(made->text->len - (size_t)maker->block.start);
    g_array_append_val(made->blocks, maker->block);
    g_string_append_c(made->text, '\n');
}

static void block_open(maker *maker)
{
    block_close(maker);
    int depth = maker->quotes + (int)maker->lists->len;
    maker->block = (block){
        .start = (int64_t)maker->made->text->len,
        .indent = (uint8_t)MIN(depth, INDENT_LEVELS),
        .is_apart = maker->is_apart != 0,
    };
    maker->is_open = 1;
    if (!maker->item_begins || maker->lists->len == 0)
        return;
    maker->item_begins = 0;
    maker->block.hangs = 1;
    int *number = &g_array_index(maker->lists, int, maker->lists->len - 1);
    if (*number < 0)
        g_string_append(maker->made->text, "•\t");
    else
        g_string_append_printf(maker->made->text, "%d.\t", (*number)++);
}

/* Goes on with a block in another one that looks the same, where the text does not fit into a paragraph. */
static void block_go_on(maker *maker)
{
    block_close(maker);
    maker->block.start = (int64_t)maker->made->text->len;
    maker->block.hangs = maker->block.is_apart = 0;
    maker->is_open = 1;
}

/* How much of a text there is room for: up to a blank in the latter half, or a character. */
static size_t part_of(const char *text, size_t length, size_t room)
{
    if (length <= room)
        return length;
    for (size_t end = room; end > room / 2; end--)
        if (text[end - 1] == ' ')
            return end;
    while (room > 0 && ((unsigned char)text[room] & 0xc0) == 0x80)
        room--;
    return room;
}

/* Adds text to the open block. */
static void add(maker *maker, const char *text, size_t length, uint32_t style)
{
    GString *all = maker->made->text;
    if (!maker->is_open)
        block_open(maker);
    while (length > 0) {
        size_t part = part_of(text, length, PARAGRAPH_MAX - (all->len - (size_t)maker->block.start));
        if (part == 0) {
            block_go_on(maker);
            continue;
        }
        const span span = {(uint32_t)all->len, (uint32_t)(all->len + part), style, maker->link};
        g_string_append_len(all, text, (gssize)part);
        if (style != 0 || maker->link >= 0)
            g_array_append_val(maker->made->spans, span);
        text += part;
        length -= part;
    }
}

/* Lines that stay as they are: code, and HTML. */
static void add_code(maker *maker, const char *text)
{
    size_t length = strlen(text);
    const char *end = text + length;
    int apart = maker->is_apart;
    do {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop == NULL ? end : stop;
        block_open(maker);
        maker->block.is_code = 1;
        maker->block.indent = (uint8_t)MIN(maker->block.indent + 1, INDENT_LEVELS);
        add(maker, text, (size_t)(stop - text), 0);
        text = stop + 1;
        maker->is_apart = 0;
    } while (text < end);
    block_close(maker);
    maker->is_apart = apart;
}

/* The name of a heading, as GitHub makes one for links: letters and digits, blanks as hyphens. */
static void add_anchor(markdown *made, guint number)
{
    const block *block = &g_array_index(made->blocks, struct block, number);
    GString *name = g_string_new(NULL);
    const char *end = made->text->str + block->start + block->length;
    for (const char *at = made->text->str + block->start; at < end; at = g_utf8_next_char(at)) {
        gunichar rune = g_utf8_get_char(at);
        if (g_unichar_isalnum(rune) || g_unichar_ismark(rune) || rune == '-' || rune == '_')
            g_string_append_unichar(name, g_unichar_tolower(rune));
        else if (rune == ' ')
            g_string_append_c(name, '-');
    }
    size_t length = name->len;
    for (int again = 1; g_hash_table_contains(made->anchors, name->str) && again < 1000; again++) {
        g_string_truncate(name, length);
        g_string_append_printf(name, "-%d", again);
    }
    if (!g_hash_table_contains(made->anchors, name->str))
        g_hash_table_insert(made->anchors, g_strdup(name->str), GUINT_TO_POINTER(number + 1));
    g_string_free(name, TRUE);
}

static void enter_list(maker *maker, cmark_node *node)
{
    int number = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? cmark_node_get_list_start(node) : -1;
    g_array_append_val(maker->lists, number);
}

/* Whether there is space above the paragraphs of a node: not in a tight list. */
static int is_apart(cmark_node *node)
{
    cmark_node *item = cmark_node_parent(node);
    if (item == NULL || cmark_node_get_type(item) != CMARK_NODE_ITEM)
        return 1;
    cmark_node *list = cmark_node_parent(item);
    int is_first = cmark_node_previous(item) == NULL && cmark_node_previous(node) == NULL;
    cmark_node *around = cmark_node_parent(list);
    int is_inner = around != NULL && cmark_node_get_type(around) == CMARK_NODE_ITEM;
    return !cmark_node_get_list_tight(list) || (is_first && !is_inner);
}

static void enter(maker *maker, cmark_node *node)
{
    const char *literal = cmark_node_get_literal(node);
    literal = literal == NULL ? "" : literal;
    cmark_node_type type = cmark_node_get_type(node);
    switch (type) {
    case CMARK_NODE_BLOCK_QUOTE:
        maker->quotes++;
        break;
    case CMARK_NODE_LIST:
        enter_list(maker, node);
        break;
    case CMARK_NODE_ITEM:
        maker->item_begins = 1;
        break;
    case CMARK_NODE_CODE_BLOCK:
    case CMARK_NODE_HTML_BLOCK:
        maker->is_apart = is_apart(node);
        add_code(maker, literal);
        break;
    case CMARK_NODE_PARAGRAPH:
    case CMARK_NODE_HEADING:
    case CMARK_NODE_THEMATIC_BREAK:
        maker->is_apart = is_apart(node);
        block_open(maker);
        maker->heading = maker->made->blocks->len;
        if (type == CMARK_NODE_HEADING)
            maker->block.heading = (uint8_t)cmark_node_get_heading_level(node);
        if (type == CMARK_NODE_THEMATIC_BREAK) {
            maker->block.is_rule = 1;
            add(maker, "*  *  *", 7, 0);
            block_close(maker);
        }
        maker->is_table = 0;
        break;
    case CMARK_NODE_TEXT:
        if (cmark_node_previous(node) == NULL && type == CMARK_NODE_TEXT && literal[0] == '|')
            maker->is_table = 1;
        add(maker, literal, strlen(literal), maker->style | (maker->is_table ? SPAN_CODE : 0));
        break;
    case CMARK_NODE_SOFTBREAK:
        add(maker, maker->is_table ? "\n" : " ", 1, maker->style);
        break;
    case CMARK_NODE_LINEBREAK:
        add(maker, "\n", 1, 0);
        break;
    case CMARK_NODE_CODE:
    case CMARK_NODE_HTML_INLINE:
        add(maker, literal, strlen(literal), maker->style | SPAN_CODE);
        break;
    case CMARK_NODE_EMPH:
        maker->style |= SPAN_EMPHASIS;
        break;
    case CMARK_NODE_STRONG:
        maker->style |= SPAN_STRONG;
        break;
    case CMARK_NODE_LINK:
        maker->link = (int32_t)maker->made->links->len;
        g_ptr_array_add(maker->made->links, g_strdup(cmark_node_get_url(node)));
        break;
    case CMARK_NODE_IMAGE:
        add(maker, "[", 1, maker->style);
        break;
    default:
        break;
    }
}

static void leave(maker *maker, cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_BLOCK_QUOTE:
        maker->quotes--;
        break;
    case CMARK_NODE_LIST:
        g_array_set_size(maker->lists, maker->lists->len - 1);
        break;
    case CMARK_NODE_ITEM:
        /* One with nothing in it has its mark all the same. */
        if (maker->item_begins)
            block_open(maker);
        block_close(maker);
        break;
    case CMARK_NODE_PARAGRAPH:
        block_close(maker);
        break;
    case CMARK_NODE_HEADING:
        block_close(maker);
        add_anchor(maker->made, maker->heading);
        break;
    case CMARK_NODE_EMPH:
        maker->style &= ~SPAN_EMPHASIS;
        break;
    case CMARK_NODE_STRONG:
        maker->style &= ~SPAN_STRONG;
        break;
    case CMARK_NODE_LINK:
        maker->link = -1;
        break;
    case CMARK_NODE_IMAGE:
        add(maker, "]", 1, maker->style);
        break;
    default:
        break;
    }
}

static markdown *make(cmark_node *root)
{
    markdown *made = g_new0(markdown, 1);
    made->text = g_string_new(NULL);
    made->blocks = g_array_new(FALSE, FALSE, sizeof(block));
    made->spans = g_array_new(FALSE, FALSE, sizeof(span));
    made->links = g_ptr_array_new_with_free_func(g_free);
    made->anchors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    maker maker = {.made = made, .lists = g_array_new(FALSE, FALSE, sizeof(int)), .link = -1};
    cmark_iter *iterator = cmark_iter_new(root);
    for (cmark_event_type event; (event = cmark_iter_next(iterator)) != CMARK_EVENT_DONE;) {
        if (event == CMARK_EVENT_ENTER)
            enter(&maker, cmark_iter_get_node(iterator));
        else
            leave(&maker, cmark_iter_get_node(iterator));
    }
    cmark_iter_free(iterator);
    block_close(&maker);
    g_array_free(maker.lists, TRUE);
    return made;
}

markdown *markdown_read(sheaf_document *document, sheaf_request *request, int32_t *status)
{
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    *status = 0;
    /* Line by line, as plain text is read. */
    for (paragraph paragraph = {0}; *status == 0;) {
        *status = paragraph_read(document, request, paragraph.next, &paragraph);
        if (*status != 0)
            break;
        cmark_parser_feed(parser, paragraph.text, paragraph.length);
        if (!paragraph.is_cut)
            cmark_parser_feed(parser, "\n", 1);
    }
    markdown *made = NULL;
    cmark_node *root = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    if (*status == SHEAF_END) {
        *status = 0;
        made = make(root);
    }
    cmark_node_free(root);
    return made;
}

void markdown_free(markdown *markdown)
{
    if (markdown == NULL)
        return;
    g_string_free(markdown->text, TRUE);
    g_array_free(markdown->blocks, TRUE);
    g_array_free(markdown->spans, TRUE);
    g_ptr_array_free(markdown->links, TRUE);
    g_hash_table_destroy(markdown->anchors);
    g_free(markdown);
}

guint markdown_span(const markdown *markdown, int64_t place)
{
    guint low = 0, high = markdown->spans->len;
    while (low < high) {
        guint middle = (low + high) / 2;
        if (g_array_index(markdown->spans, span, middle).end <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
