/* SPDX-License-Identifier: Apache-2.0
 *
 * hyphens.cpp: where words may be parted at the end of a line, by the patterns of libhyphen: soft hyphens, which Pango knows.
 */
#include "internal.h"

#include <hyphen.h>
#include <sys/stat.h>

#include <cstring>

/* Where Debian's packages (hyphen-en-us) have patterns. */
#define PATTERNS_FOLDER "/usr/share/hyphen"

/* Of larger patterns those for compounds are left out: libhyphen takes 2 s for the 1.1 MB of German, most of which is a list of 69,000 words,
 * and the first page would wait for it. */
#define PATTERNS_MAX (512 << 10)

/* Larger files are not read. */
#define FILE_MAX (4 << 20)

/* In a file, the line behind which patterns are those of words, where those for compounds come before. */
#define LEVEL_LINE "\nNEXTLEVEL"

/* Words with fewer letters are not parted, nor those with more bytes. */
#define LETTERS_MIN 5
#define WORD_MAX 200

#define SOFT_HYPHEN "\xc2\xad"

/* Reads patterns. NULL: there are none, or too many. */
static HyphenDict *load_patterns(const std::string &path)
{
    struct stat file;
    gchar *bytes = nullptr;
    gsize length = 0;
    if (stat(path.c_str(), &file) != 0 || !S_ISREG(file.st_mode) || file.st_size > FILE_MAX ||
        !g_file_get_contents(path.c_str(), &bytes, &length, nullptr))
        return nullptr;
    std::string text(bytes, length);
    g_free(bytes);
    const size_t level = text.size() > PATTERNS_MAX ? text.find(LEVEL_LINE) : std::string::npos;
    /* The first line names the encoding. */
    if (level != std::string::npos)
        text.erase(text.find('\n'), text.find('\n', level + 1) - text.find('\n'));
    FILE *stream = text.empty() || text.size() > PATTERNS_MAX ? nullptr : fmemopen(text.data(), text.size(), "r");
    HyphenDict *found = stream == nullptr ? nullptr : hnj_hyphen_load_file(stream);
    if (stream != nullptr)
        fclose(stream);
    return found;
}

/* The patterns of a language. NULL: there are none. */
static HyphenDict *patterns_of(sheaf_document *document, const std::string &language)
{
    std::map<std::string, HyphenDict *> &all = document->plugin->patterns;
    const auto known = all.find(language);
    if (known != all.end())
        return known->second;
    std::string name;
    for (const char c : language)
        name += c == '-' ? '_' : c;
    /* A language without a country is that of the country where it is called so, but for English and Portuguese. */
    const size_t mark = name.find('_');
    const std::string plain = g_ascii_strdown(name.substr(0, mark).c_str(), -1);
    std::vector<std::string> names;
    if (mark != std::string::npos) {
        gchar *country = g_ascii_strup(name.substr(mark + 1, 2).c_str(), -1);
        names.push_back(plain + "_" + country);
        g_free(country);
    }
    gchar *same = g_ascii_strup(plain.c_str(), -1);
    for (const std::string &each : {plain, plain == "en" ? std::string("en_US") : plain == "pt" ? std::string("pt_PT") : plain + "_" + same})
        names.push_back(each);
    g_free(same);
    HyphenDict *found = nullptr;
    for (size_t i = 0; i < names.size() && found == nullptr; i++) {
        if (names[i].find_first_of("./") == std::string::npos)
            found = load_patterns(PATTERNS_FOLDER "/hyph_" + names[i] + ".dic");
    }
    return all[language] = found;
}

/* Adds a word with soft hyphens. */
static void add_word(std::string *to, HyphenDict *patterns, const std::string &word)
{
    char marks[WORD_MAX + 8];
    char **replacements = nullptr;
    int *positions = nullptr, *cuts = nullptr;
    const glong letters = g_utf8_strlen(word.data(), static_cast<gssize>(word.size()));
    gchar *small = g_utf8_strdown(word.data(), static_cast<gssize>(word.size()));
    gchar *coded = patterns->utf8 ? g_strdup(small) : g_convert(small, -1, patterns->cset, "UTF-8", nullptr, nullptr, nullptr);
    const size_t size = coded == nullptr ? 0 : strlen(coded);
    const bool is_parted = letters >= LETTERS_MIN && size > 0 && size <= WORD_MAX && g_utf8_strlen(small, -1) == letters &&
                           hnj_hyphen_hyphenate2(patterns, coded, static_cast<int>(size), marks, nullptr, &replacements, &positions, &cuts) == 0;
    g_free(small);
    g_free(coded);
    /* Marks stand behind letters, counted as such. */
    glong letter = 0;
    for (size_t i = 0; i < word.size(); letter++) {
        const size_t length = std::max<size_t>(sheaf_character_length(reinterpret_cast<const unsigned char *>(word.data()) + i), 1);
        to->append(word, i, length);
        i += length;
        const bool has_replacement = is_parted && replacements != nullptr && replacements[letter] != nullptr;
        if (is_parted && letter + 1 < letters && (marks[letter] & 1) != 0 && !has_replacement)
            *to += SOFT_HYPHEN;
    }
    for (size_t i = 0; replacements != nullptr && i < size; i++)
        free(replacements[i]);
    free(replacements);
    free(positions);
    free(cuts);
}

std::string hyphens_add(sheaf_document *document, const std::string &language, const std::string &text)
{
    HyphenDict *patterns = language.empty() || !g_utf8_validate(text.data(), static_cast<gssize>(text.size()), nullptr)
                               ? nullptr
                               : patterns_of(document, language);
    if (patterns == nullptr || text.find(SOFT_HYPHEN) != std::string::npos)
        return text;
    std::string result, word;
    for (const char *at = text.data(), *end = at + text.size(); at < end; at = g_utf8_next_char(at)) {
        const bool is_letter = g_unichar_isalpha(g_utf8_get_char(at));
        if (is_letter)
            word.append(at, static_cast<size_t>(g_utf8_next_char(at) - at));
        if (is_letter && g_utf8_next_char(at) < end)
            continue;
        add_word(&result, patterns, word);
        word.clear();
        if (!is_letter)
            result.append(at, static_cast<size_t>(g_utf8_next_char(at) - at));
    }
    return result;
}

std::string hyphens_said(sheaf_document *document)
{
    const char *language = document->book.language;
    if (!document->is_flowing)
        return "";
    if (language == nullptr || language[0] == 0)
        return "no (the book says no language)";
    if (patterns_of(document, language) != nullptr)
        return std::string("as in ") + language;
    return std::string("no (no patterns for ") + language + ", or more than 512 KB of them)";
}
