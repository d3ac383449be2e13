# Readies Markdown of docs/ for a man page: puts in the files that are named by "<!-- include FILE -->", without their
# title and with their headings one level up, and turns tables into lists of what the first column names: tables need
# more width than a terminal has.
#
#   awk -f plain.awk PAGE

function escape_free(text) {
    gsub(/\001/, "|", text)
    return text
}

# Splits a table's row into `cell`; a bar behind a backslash is text.
function split_row(row, cell,   count, at) {
    gsub(/\\\|/, "\001", row)
    sub(/^\| */, "", row)
    sub(/ *\|$/, "", row)
    count = split(row, cell, / *\| */)
    for (at = 1; at <= count; at++) cell[at] = escape_free(cell[at])
    return count
}

function is_row(line) { return line ~ /^\|/ }

function begin_table(line) {
    columns = split_row(line, header)
    in_table = 1
    skip_rule = 1
    print ""
}

# A column named "section" groups the rows below it: it is said once, and stands for the cells that are empty under it.
function print_row(line,   cell, term, text, notes, first, last, at) {
    split_row(line, cell)
    first = header[1] == "section" ? 2 : 1
    if (first == 2 && cell[1] != "") print "**" cell[1] "**\n"
    term = cell[first]
    # What a key does comes last in such a table, else second.
    last = first == 2 ? columns : 2
    text = cell[last]
    for (at = first + 1; at <= columns; at++)
        if (at != last && cell[at] != "")
            notes = notes (notes == "" ? "" : "; ") (header[at] == "" ? "" : header[at] ": ") cell[at]
    if (notes != "") text = text == "" ? notes : text " (" notes ")"
    print term (text == "" ? "" : "\n: " text) "\n"
}

# Files that are named as they are in the sources, as they are installed.
function name_installed(line) {
    gsub(/ -I Sources\/Provider\/CSheafProvider\/include/, "", line)
    gsub(/Sources\/Provider\/CSheafProvider\/include\/sheaf_provider\.h/, "/usr/include/sheaf_provider.h", line)
    gsub(/Sources\/Provider\/CSheafKit\/include\/sheaf_kit\.h/, "/usr/include/sheaf_kit.h", line)
    gsub(/Sources\/Provider\/CSheafProvider\/provider\.map/, "/usr/share/sheaf/provider.map", line)
    gsub(/\[examples\//, "[/usr/share/doc/sheaf/examples/", line)
    line = name_interfaces(line)
    return line
}

# Links to interface files: with where these are.
function name_interfaces(line,   name, rest) {
    while (match(line, /\[org\.sheaf\.[A-Za-z]+\]\([^)]*\.varlink\)/)) {
        name = substr(line, RSTART + 1)
        sub(/\].*/, "", name)
        rest = substr(line, RSTART + RLENGTH)
        line = substr(line, 1, RSTART - 1) name " (`/usr/share/sheaf/" name ".varlink`)" rest
    }
    return line
}

# Links whose text is the name of a file of docs/.
function name_documents(line,   name, rest) {
    while (match(line, /\[[a-z-]+\.md\]\([^)]*\)/)) {
        name = substr(line, RSTART + 1)
        sub(/\.md\].*/, "", name)
        rest = substr(line, RSTART + RLENGTH)
        line = substr(line, 1, RSTART - 1) \
            (name in page ? page[name] : "`/usr/share/doc/sheaf/" name ".md`") rest
    }
    return line
}

BEGIN {
    page["configuration"] = "**sheafd.conf**(5)"
    page["protocol"] = "**org.sheaf**(7)"
    page["provider-abi"] = "**sheaf\\_provider**(3)"
    page["sheafctl"] = "**sheafctl**(1)"
    page["sheafd"] = "**sheafd**(8)"
}

function put(line, included) {
    if (line ~ /^```/) in_code = !in_code
    # The pages of the formats, as tools/man lists them.
    sub(/<!-- formats -->/, formats, line)
    line = name_installed(line)
    if (!in_code) line = name_documents(line)
    if (!in_code && is_row(line)) {
        if (!in_table) begin_table(line)
        else if (skip_rule) skip_rule = 0
        else print_row(line)
        return
    }
    in_table = 0
    if (included && !in_code) {
        if (line ~ /^# /) return
        if (line ~ /^##/) sub(/^#/, "", line)
    }
    print line
}

function include(file,   line, state) {
    while ((state = (getline line < file)) > 0) put(line, 1)
    if (state < 0) {
        print FILENAME ": cannot read " file > "/dev/stderr"
        exit failed = 1
    }
    close(file)
}

/^<!-- include .* -->$/ { include($3); next }
{ put($0, 0) }
END { exit failed }
