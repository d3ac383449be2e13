# fish completion for sheafctl(1) and sheafd(8).

# sheafctl itself knows its words, each with its help after a tab.
function __sheafctl_words
    set -l words (commandline -opc)
    set -l found (sheafctl --complete $words[2..-1] (commandline -ct) 2>/dev/null)
    if test "$found" = FILES
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end

# The options of sheafd are in what `--help` prints.
function __sheafd_options
    sheafd --help 2>/dev/null | LC_ALL=C sed -nE 's/^  (-[a-zA-Z], )?(--[a-z-]+).*/\2/p'
end

complete -c sheafctl -f -a '(__sheafctl_words)'
complete -c sheafd -a '(__sheafd_options)' -n 'string match -q -- "-*" (commandline -ct)'
