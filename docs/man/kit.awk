# What is public in a Swift source of the kit: comments and declarations, without bodies.
#
# The sources are formatted by `swift format`: a declaration begins on a line of its own, a body opens at the end of a line, and what is
# inside is indented by four more.
function flush_comment(    i) {
    for (i = 0; i < comments; i++) print comment[i]
    comments = 0
}

# Inside of a body that nobody sees: until the line that closes it.
hidden != "" {
    if ($0 ~ "^" hidden "}") hidden = ""
    next
}
/^ *\/\/\/( |$)/ {
    comment[comments++] = $0
    next
}
# An attribute on a line of its own.
/^ *@[^ ]*(\(.*\))?$/ { next }
/^public import/ || /^$/ { comments = 0; next }
/^extension .*{$/ {
    pending = $0
    scope = "type"
    comments = 0
    next
}
/^}$/ {
    if (scope != "" && pending == "") print "}"
    scope = pending = ""
    next
}
/^    }$/ {
    if (inner != "") print
    inner = ""
    next
}
{
    line = $0
    match(line, /^ */)
    indent = substr(line, 1, RLENGTH)
    rest = substr(line, RLENGTH + 1)
    sub(/^@safe /, "", rest)
    sub(/^@unsafe /, "", rest)
    member = scope == "protocol" || inner == "enum"
    shown = rest ~ /^public / || (scope != "" && rest ~ /^case /) || (member && rest ~ /^(func|static|init|var|associatedtype|mutating)/)
    # The members of what is not public itself are not seen.
    if (indent != "" && scope == "" || !shown) {
        comments = 0
        if (rest ~ /{$/) hidden = indent
        next
    }
    if (printed && (indent == "" || pending != "")) print ""
    if (pending != "") print pending
    pending = ""
    printed = 1
    flush_comment()
    # A declaration over several lines ends where its parentheses are closed.
    while (1) {
        text = text indent rest "\n"
        depth += gsub(/[(\[]/, "&", rest) - gsub(/[)\]]/, "&", rest)
        if (depth <= 0) break
        if ((getline line) <= 0) break
        rest = line
        indent = ""
    }
    depth = 0
    sub(/\n$/, "", text)
    match(text, /^ */)
    indent = substr(text, 1, RLENGTH)
    declaration = text
    text = ""
    if (declaration ~ /(struct|class|enum|protocol) [^(]*{$/) {
        print declaration
        if (indent == "") scope = declaration ~ /protocol / ? "protocol" : "type"
        else inner = declaration ~ /enum / ? "enum" : "type"
        next
    }
    if (declaration ~ / {.*}$/ && declaration !~ / { get/) sub(/ {.*}$/, "", declaration)
    else if (declaration ~ / {$/) {
        sub(/ {$/, "", declaration)
        hidden = indent
    }
    sub(/ = ProviderError.*$/, "", declaration)
    if (declaration ~ /: .* = / && declaration !~ /func |init\(|case /) sub(/ = .*$/, "", declaration)
    print declaration
}
