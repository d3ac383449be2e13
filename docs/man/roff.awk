# Evens what lowdown writes for a man page: bold for code (mandoc knows no font C), titles in one line with their macro
# and those of sections in capitals, and the terms of lists as man(7) has them.
{
    gsub(/\\fC/, "\\fB")
    line[NR] = $0
}
END {
    for (at = 1; at <= NR; at++) {
        if (line[at] == ".SH" || line[at] == ".SS") {
            print line[at] " \"" (line[at] == ".SH" ? toupper(line[at + 1]) : line[at + 1]) "\""
            at++
            after_title = 1
            continue
        }
        if (line[at] ~ /^\.if [nt] \\$/) {
            at++
            continue
        }
        if (line[at] ~ /^\.[LP]P$/) {
            if (line[at + 2] ~ /^\.if n/ && line[at + 6] ~ /^\.IP "" /) {
                print ".TP\n" line[at + 1]
                at += 6
            } else if (!after_title) {
                print ".PP"
            }
            after_title = 0
            continue
        }
        print line[at]
    }
}
