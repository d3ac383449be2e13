extension VerbList {
    /// Every verb of sheafctl, in the order of the help.
    static let sheafctl = VerbList(
        all: [
            .open, .next, .previous, .first, .last, .goto, .back, .forward, .link, .outline, .drag, .settle, .view,
            .page, .export, .watch, .info, .links, .annotations, .text, .search, .cfi, .bookmarks, .places, .state,
            .axis,
            .spread, .viewport, .looks, .layout, .hit, .history, .prefetch, .move, .report, .refresh, .reload, .close,
            .readers, .documents, .providers, .hosts, .status, .top, .cache, .metrics, .warn, .configure, .logLevel,
            .logTarget, .newProvider, .runProvider, .testProvider,
        ], ofFiles: .view)
}
