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

    static let open: [CommandLineOptions.Option] = [
        .init("size", value: "WxH", help: "the viewport in pixels (default: \(OpenRequest.defaultSize))"),
        .init(
            "fit", value: "HOW",
            help: "show all of the page, or fill the width or height: page (default), width, height"),
        .init("scale", value: "S", help: "show pages at S pixels a point (1/72 inch) instead of fitting them"),
        .init("rotation", value: "D", help: "turn pages clockwise by 90, 180 or 270 degrees"),
        .init("provider", value: "NAME", help: "open it with this provider (default: the one that knows it best)"),
        .init("library", value: "PATH", help: "a file below one of the service's library folders"),
    ]

    static let page: [CommandLineOptions.Option] = [
        .init("output", letter: "o", value: "FILE", help: "where to write it; - is standard output"),
        .init("page", value: "N", help: "another page than the reader's own, counted from 1"),
        .init("region", value: "X,Y,W,H", help: "only this part: a rectangle in pixels of the whole page"),
        .init("format", value: "F", help: "png, jpeg or bgrx8888 (default: by the name of the file)"),
        .init("quality", value: "Q", help: "of a JPEG, 1 to 100 (default: 85)"),
    ]

    /// All of them, each once.
    static let all = common + [reader] + open + page
}
