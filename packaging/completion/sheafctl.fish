# fish completion for sheafctl(1) and sheafd(8).

# The options in what `--help` prints.
function __sheaf_options
    $argv --help 2>/dev/null | LC_ALL=C sed -nE 's/^  (-[a-zA-Z], )?(--[a-z-]+).*/\2/p'
end

# The verb of the line, if there is one yet.
function __sheafctl_verb
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case --socket --timeout --reader
                set -e words[1]
            case '-*'
            case '*'
                echo $words[1]
                return
        end
        set -e words[1]
    end
    return 1
end

function __sheafctl_words
    set -l before (commandline -opc)[-1]
    set -l verb (__sheafctl_verb)
    switch $before
        case --fit
            printf '%s\n' page width height
        case --rotation --orientation
            printf '%s\n' 0 90 180 270
        case --spread
            printf '%s\n' single double cover leaf
        case --back
            printf '%s\n' mirrored next
        case --order
            printf '%s\n' ltr rtl
        case --flow
            printf '%s\n' paged continuous
        case --axis
            printf '%s\n' horizontal vertical
        case --direction --edge
            printf '%s\n' forward backward
        case --format
            switch "$verb"
                case view
                    printf '%s\n' kitty sixel symbols
                case metrics
                    printf '%s\n' prometheus openmetrics
                case '*'
                    printf '%s\n' png jpeg webp bgrx8888
            end
        case --language
            printf '%s\n' c swift python
        case --reader
            sheafctl --json --timeout 1 readers 2>/dev/null | LC_ALL=C sed -nE 's/.*"reader":"([0-9a-f]+)".*/\1/p'
        case --provider
            sheafctl --json --timeout 1 providers 2>/dev/null | LC_ALL=C sed -nE 's/.*"name":"([^"]+)".*/\1/p'
        case --socket -o --output --password-file --folder --templates
            __fish_complete_path (commandline -ct)
        case '*'
            if string match -q -- '-*' (commandline -ct)
                __sheaf_options sheafctl $verb
                return
            end
            switch "$verb"
                case ''
                    sheafctl --help 2>/dev/null | LC_ALL=C sed -nE '/^Verbs:/,/^$/s/^  ([a-z-]+).*/\1/p'
                case open view page export run-provider test-provider
                    __fish_complete_path (commandline -ct)
                case axis
                    printf '%s\n' horizontal vertical
                case spread
                    printf '%s\n' single double cover leaf
                case warn
                    printf '%s\n' low medium critical
                case log-level
                    printf '%s\n' error warning notice info debug
                case log-target
                    printf '%s\n' auto journal console null
                case report
                    printf '%s\n' WA DA WD DD
            end
    end
end

complete -c sheafctl -f -a '(__sheafctl_words)'
complete -c sheafd -a '(__sheaf_options sheafd)' -n 'string match -q -- "-*" (commandline -ct)'
