/* SPDX-License-Identifier: Apache-2.0
 *
 * styles.cpp: style sheets as litehtml takes them: without numbers that can't be laid out. It leaves out @font-face, which is read here.
 */
#include "internal.h"

#include <algorithm>
#include <cstring>

/* HTML's own style sheet (HTML Living Standard, 15.3), as far as litehtml knows its properties. */
const char *const style_of_html =
    "html,body,div,p,section,article,aside,header,footer,nav,main,figure,figcaption,address,blockquote,center,dl,dt,dd,"
    "fieldset,form,h1,h2,h3,h4,h5,h6,hr,ol,ul,pre,hgroup,details,summary,legend,optgroup,dir,menu{display:block}"
    "head,title,meta,link,style,script,template,rp,area,datalist,noscript,annotation,annotation-xml,[hidden]{display:none}"
    "body{margin:8px}"
    "p,blockquote,figure,dl,ol,ul,pre,dir,menu{margin-top:1em;margin-bottom:1em}"
    "blockquote,figure{margin-left:40px;margin-right:40px}"
    "dd{margin-left:40px}"
    "ol,ul,dir,menu{padding-left:40px;list-style-type:decimal}"
    "ul{list-style-type:disc}ul ul{list-style-type:circle}ul ul ul{list-style-type:square}"
    "li{display:list-item}"
    "h1{font-size:2em;margin:0.67em 0}h2{font-size:1.5em;margin:0.83em 0}h3{font-size:1.17em;margin:1em 0}"
    "h4{margin:1.33em 0}h5{font-size:0.83em;margin:1.67em 0}h6{font-size:0.67em;margin:2.33em 0}"
    "h1,h2,h3,h4,h5,h6,b,strong,th{font-weight:bold}"
    "i,em,cite,dfn,var,address{font-style:italic}"
    "u,ins{text-decoration:underline}s,strike,del{text-decoration:line-through}"
    "pre,code,kbd,samp,tt,listing{font-family:monospace;font-size:0.83em}pre{white-space:pre}"
    "small{font-size:0.83em}big{font-size:1.17em}"
    "sub{vertical-align:sub;font-size:0.83em}sup{vertical-align:super;font-size:0.83em}"
    "mark{background-color:#ff0;color:#000}center{text-align:center}"
    "hr{border:1px inset #888;margin:0.5em auto}"
    "table{display:table;border-collapse:separate;border-spacing:2px;text-indent:0}"
    "caption{display:table-caption;text-align:center}tr{display:table-row}td,th{display:table-cell;padding:1px;vertical-align:inherit}"
    "table[border]{border-style:outset;border-color:#888}table[border] td,table[border] th{border:1px inset #888}"
    "table[border=\"0\"] td,table[border=\"0\"] th{border-width:0}"
    "thead{display:table-header-group}tbody{display:table-row-group}tfoot{display:table-footer-group}"
    "thead,tbody,tfoot{vertical-align:middle}th{text-align:center}"
    "col{display:table-column}colgroup{display:table-column-group}"
    "img,svg{display:inline-block}"
    "ruby,rb,rt,rtc{display:inline}rt{font-size:0.5em}"
    "a:link{color:#00e;text-decoration:underline}";

/* MARK: Fonts */

/* The value of a property in a block of declarations, without the quotes around it. */
static std::string value_of(const std::string &block, const char *property)
{
    const size_t length = strlen(property);
    size_t at = 0;
    while (at < block.size()) {
        const size_t end = std::min(block.find(';', at), block.size()), colon = block.find(':', at);
        gchar *name = g_strndup(block.c_str() + at, std::min(colon, end) - at);
        g_strstrip(name);
        const bool is_found = colon < end && strlen(name) == length && g_ascii_strcasecmp(name, property) == 0;
        g_free(name);
        if (is_found) {
            std::string value = block.substr(colon + 1, end - colon - 1);
            value.erase(std::remove_if(value.begin(), value.end(), [](char c) { return c == '"' || c == '\''; }), value.end());
            const size_t first = value.find_first_not_of(" \t\r\n"), last = value.find_last_not_of(" \t\r\n");
            return first == std::string::npos ? "" : value.substr(first, last - first + 1);
        }
        at = end + 1;
    }
    return "";
}

/* Adds the first font of a rule that can be read. */
static void add_font(sheaf_document *document, const std::string &path, const std::string &block)
{
    const std::string family = value_of(block, "font-family"), source = value_of(block, "src"), weight = value_of(block, "font-weight");
    const std::string style = value_of(block, "font-style");
    const bool is_bold = weight == "bold" || weight == "bolder" || atoi(weight.c_str()) >= 600;
    const bool is_italic = style == "italic" || style == "oblique";
    std::vector<std::string> &known = document->known_fonts;
    for (size_t at = source.find("url("); at != std::string::npos && !family.empty(); at = source.find("url(", at + 4)) {
        const size_t end = source.find(')', at);
        const std::string file = file_resolve(document, path, source.substr(at + 4, end == std::string::npos ? end : end - at - 4), nullptr);
        const std::string name = family + (is_bold ? " bold " : " ") + (is_italic ? "italic " : "") + file;
        if (file.empty())
            continue;
        if (std::find(known.begin(), known.end(), name) != known.end())
            return;
        const std::string bytes = file_read(document, file);
        if (!is_read(document))
            return;
        known.push_back(name);
        if (facefont_add(document->fonts, family, is_bold, is_italic, bytes))
            return;
    }
}

static void add_fonts(sheaf_document *document, const std::string &path, const std::string &text)
{
    for (size_t at = text.find("@font-face"); at != std::string::npos; at = text.find("@font-face", at + 1)) {
        const size_t start = text.find('{', at), end = text.find('}', at);
        if (start < end && end != std::string::npos)
            add_font(document, path, text.substr(start + 1, end - start - 1));
    }
}

/* MARK: Numbers */

static bool is_name_character(char c)
{
    return g_ascii_isalnum(c) || c == '-' || c == '_' || c == '#' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

std::string style_clean(sheaf_document *document, const std::string &path, const std::string &text)
{
    std::string clean, plain = text;
    /* The reader wants none of the book's. */
    if (document->looks.is_plain)
        return "";
    for (size_t at = plain.find("/*"); at != std::string::npos; at = plain.find("/*", at)) {
        const size_t end = plain.find("*/", at + 2);
        plain.erase(at, end == std::string::npos ? end : end + 2 - at);
    }
    add_fonts(document, path, plain);
    clean.reserve(plain.size());
    for (size_t i = 0; i < plain.size();) {
        size_t end = i;
        while (end < plain.size() && g_ascii_isdigit(plain[end]))
            end++;
        const char before = i == 0 ? ' ' : plain[i - 1];
        /* A minus may stand before a number, and in names. */
        const bool is_number = !is_name_character(before) || (before == '-' && (i < 2 || !is_name_character(plain[i - 2])));
        if (end > i && end - i > DIGITS_MAX && is_number)
            clean.append(DIGITS_MAX, '9');
        else
            clean.append(plain, i, end == i ? 1 : end - i);
        i = end == i ? i + 1 : end;
    }
    return clean;
}
