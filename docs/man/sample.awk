# Writes a sample of sheafd.conf from the table in docs/configuration.md: every key with what it does, commented out.
#
#   awk -f sample.awk docs/configuration.md
BEGIN {
    print "# This is the configuration of sheafd; sheafd.conf(5) describes it. What is commented out is the default. Settings may"
    print "# also stand in sheafd.conf.d/*.conf, which is read after this file. \"systemctl reload sheafd\" makes changes count."
}
function plain(text,   link) {
    gsub(/`/, "", text)
    # Of a link its text.
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART + 1)
        sub(/\].*/, "", link)
        text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
    }
    gsub(/\001/, "|", text)
    return text
}
# sheafd reads lines of at most 199 bytes.
function comment(text,   words, count, at, line) {
    count = split(text, words, " ")
    line = "#"
    for (at = 1; at <= count; at++) {
        if (length(line) + length(words[at]) > 100) {
            print line
            line = "#"
        }
        line = line " " words[at]
    }
    print line
}
/^\| section \| key \|/ { in_table = 1; next }
!/^\|/ { in_table = 0 }
!in_table || /^\| *---/ { next }
{
    gsub(/\\\|/, "\001")
    split($0, cell, / *\| */)
    section = plain(cell[2])
    key = cell[3]
    if (section != "") current = section
    # The sections of providers: their keys are the providers' own.
    if (key !~ /^`[A-Za-z]+=`$/) {
        printf "\n"
        comment("In " current " are settings of that provider: sheaf-NAME(7) tells them.")
        next
    }
    if (section != "") printf "\n%s\n", section
    else print ""
    comment(plain(cell[6]) (cell[5] == "" ? "" : " (" plain(cell[5]) ")"))
    if (cell[4] !~ /^`[^`]*`$/ || cell[4] ~ /=/) {
        comment("Default: " plain(cell[4]))
        print "#" plain(key)
    } else print "#" plain(key) plain(cell[4])
}
