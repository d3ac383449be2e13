import SheafOS

/// The options of sheafctl.
enum ControlOptions {
    /// Those of every verb.
    static let common: [CommandLineOptions.Option] = [
        .init(
            "socket", value: "PATH",
            help: "where sheafd listens (default: $SHEAF_SOCKET, else \(Settings.defaultSocket))"),
        .init("json", help: "print one JSON object a line; pages are counted from 0 there"),
        .init("timeout", value: "SECONDS", help: "wait this long for an answer (default: \(Settings.defaultTimeout))"),
        .init("version", help: "print the version"),
        .init("help", letter: "h", help: "print this"),
    ]

    /// That of the verbs which work on a reader.
    static let reader = CommandLineOptions.Option(
        "reader", value: "ID", help: "which reader, by as much of its id as is needed (default: the only one)")

    static let axis = CommandLineOptions.Option(
        "axis", value: "AXIS", help: "horizontal or vertical (default: the reader's first)")

    static let wrap = CommandLineOptions.Option("wrap", help: "go on at the other end of the document")

    static let viewport: [CommandLineOptions.Option] = [
        .init("size", value: "WxH", help: "the viewport in pixels (\"open\": \(OpenRequest.defaultSize))"),
        .init(
            "fit", value: "HOW",
            help: "show all of the page, or fill the width or height: page (default), width, height"),
        .init("scale", value: "S", help: "show pages at S pixels a point (1/72 inch) instead of fitting them"),
        .init("rotation", value: "D", help: "turn pages clockwise by 90, 180 or 270 degrees"),
        .init("orientation", value: "D", help: "how far the screen is turned clockwise: 0, 90, 180 or 270 degrees"),
        .init("orientations", value: "D,D", help: "those that the screen can take (default: all)"),
    ]

    static let arrangement: [CommandLineOptions.Option] = [
        .init("spread", value: "KIND", help: "what is turned: single pages (default), double, cover, leaf"),
        .init("back", value: "WHAT", help: "on the back of a leaf: the front mirrored (default), or the next page"),
        .init("order", value: "ORDER", help: "ltr (default) or rtl: where the first page of a spread stands"),
        .init("flow", value: "FLOW", help: "paged (default): a spread takes the viewport; or continuous"),
        .init("spacing", value: "PX", help: "pixels between spreads, 0 to 10000 (default: 0)"),
    ]

    static let open: [CommandLineOptions.Option] =
        viewport + [
            .init("provider", value: "NAME", help: "open it with this provider (default: the one that knows it best)"),
            .init("library", value: "PATH", help: "a file below one of the service's library folders"),
            .init("page", value: "N", help: "begin on this page, counted from 1"),
        ] + arrangement + [
            .init("axis", value: "AXIS", help: "which axis the only one is: horizontal (default) or vertical"),
            .init("part", value: "FIRST+PAGES", help: "only so many pages from one on"),
            .init("vertical", value: "DOC|PART", help: "cross it with a vertical axis: d2, 11+5, or d2,11+5"),
            .init("vertical-page", value: "N", help: "the page of the vertical axis to begin with"),
            .init("unlock", value: "H,V", help: "the spreads at which each axis must rest for the other to move"),
            .init("background", value: "N", help: "the page behind the axes where they cross: 5, or d2,5"),
            .init("manual", help: "the viewer turns pages itself: see \"sheafctl report\""),
        ]

    static let turn: [CommandLineOptions.Option] = [
        axis,
        .init("duration", value: "MS", help: "animate the turn for so long, 0 to 60000 (default: 0, at once)"),
        .init("direction", value: "WAY", help: "which way it is to look: forward, backward (default: to the target)"),
    ]

    static let drag: [CommandLineOptions.Option] = [
        axis,
        .init("down", value: "O", help: "where the finger comes down while the last drag runs out, from where that is"),
        .init("every", value: "MS", help: "between two offsets, 0 to 60000 (default: \(DragRequest.defaultPause))"),
        .init("release", value: "V", help: "lift the finger with this speed in spreads a second (default: 0)"),
        cancel,
        .init("settle", help: "end the animation as soon as the finger is lifted, and wait for it"),
    ]

    static let move: [CommandLineOptions.Option] = [
        axis,
        .init("edge", value: "WAY", help: "hold it at that edge on its way, where pages turn: forward, backward"),
        .init("hold", value: "MS", help: "how long at the edge, 0 to 60000 (default: \(MoveRequest.defaultHold))"),
        cancel,
    ]

    private static let cancel = CommandLineOptions.Option("cancel", help: "take it back in the end")

    static let layout: [CommandLineOptions.Option] = [
        axis,
        .init("from", value: "N", help: "the first page (default: those around the current one)"),
        .init("pages", value: "COUNT", help: "how many, 1 to 256"),
        .init("at", value: "POSITION", help: "which position in spreads, counted from 1, is told in pixels"),
    ]

    static let switching: [CommandLineOptions.Option] = [
        .init("enable", help: "switch the axis on"),
        .init("disable", help: "switch the axis off"),
    ]

    static let page: [CommandLineOptions.Option] = [
        .init("output", letter: "o", value: "FILE", help: "where to write it; - is standard output"),
        .init("page", value: "N", help: "another page than the reader's own, counted from 1"),
        axis,
        .init("region", value: "X,Y,W,H", help: "only this part: a rectangle in pixels of the whole page"),
        .init("format", value: "F", help: "png, jpeg or bgrx8888 (default: by the name of the file)"),
        .init("quality", value: "Q", help: "of a JPEG, 1 to 100 (default: 85)"),
    ]

    static let cache: [CommandLineOptions.Option] = [.init("list", help: "list its pages too")]

    static let top: [CommandLineOptions.Option] = [
        .init(
            "interval", value: "SECONDS",
            help: "look again so often, 0.1 to 3600 (default: \(TopRequest.defaultInterval))"),
        .init("iterations", letter: "n", value: "N", help: "end after so many looks"),
    ]

    /// All of them. Those that several verbs have take a value in all of them, or in none.
    static let all = common + [reader, wrap] + open + turn + drag + move + layout + switching + page + cache + top
}
