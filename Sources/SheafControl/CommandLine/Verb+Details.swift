extension Verb {
    /// What its own help says beyond the summary.
    var details: String {
        switch self {
        case .open: Self.openDetails
        case .next, .previous: "COUNT is in spreads: pages that are shown together count once.\n\n" + Self.turnDetails
        case .first, .last, .back, .forward: Self.turnDetails
        case .goto: Self.gotoDetails + "\n\n" + Self.turnDetails
        case .link, .outline: "N is counted from 1, in the order of the provider.\n\n" + Self.turnDetails
        case .drag: Self.dragDetails
        case .settle:
            """
            The number of the transition is in what "watch", "state" and "drag" print. One that is over already, was taken
            over by another, or is still held does not settle: that is said, and no failure.
            """
        case .page:
            """
            The page is the one that the reader is on, or --page. It looks as the reader shows it: see "sheafctl viewport".
            Where the reader shows a spread of two pages, the first goes to FILE and the other beside it: page.png and
            page-2.png. Files are replaced as a whole; "-o -" is standard output, for one page.
            """
        case .watch: Self.watchDetails
        case .axis:
            """
            AXIS is horizontal or vertical. Without options it is shown; left out, all are. What moves along an axis that
            is changed settles first. Spreads and positions are counted from 1.
            """
        case .spread:
            """
            KIND is single; double, pairs from the first page on; cover, the first page alone, then pairs; or leaf, a front
            with its back. It is short for "sheafctl axis AXIS --spread KIND".
            """
        case .viewport: "Without options it is shown. What is not given stays as it is."
        case .layout:
            """
            In pixels along and across the axis, from where the first spread begins. Sizes are estimates until a page was
            measured.
            """
        case .hit:
            """
            X and Y are pixels from the top left corner of the viewport. Prints the page there, and the point on it in points
            (1/72 inch) from its top left corner, upright.
            """
        case .move:
            """
            The page with the number N becomes the one with the number PLACE, where the document's provider can move pages.
            It is taken up, held at its place, and dropped; with --cancel it is put back instead.
            """
        case .report: "EVENT is WA, DA, WD or DD: the page N will or did appear, will or did disappear."
        case .refresh: "Waits until the provider is done. Pages stay as they are until new ones are ready."
        case .history: "The nearest first. \"sheafctl back\" and \"sheafctl forward\" go there."
        case .reload: "Also after it failed. All its readers go on where they were."
        case .close: "Its pages go when nobody else reads the document."
        case .readers, .documents, .hosts: "Operators see all, others their own.\n\n" + Self.operators
        case .top: Self.topDetails + "\n\n" + Self.operators
        case .providers: "Loads those that were not loaded yet, to ask them what they can do."
        case .cache:
            """
            Pages and bytes by state, the limits in force, and why they are what they are. With --list also the pages, 4096 at
            most: operators see all, others those of documents that they have opened.

            \(Self.operators)
            """
        case .metrics:
            """
            OpenMetrics 1.0, which Prometheus reads: let a timer write it to a file for node_exporter's textfile collector, or
            have whatever scrapes run it.
            """
        case .configure:
            """
            As "systemctl reload sheafd" does, but a configuration that can't be used is told here: the one before stays in
            force then. Prints which keys have other values now. Those may who may "sheafctl warn".
            """
        case .warn:
            """
            LEVEL is low, medium or critical: the cache is limited to 60 or 20 % of what is configured, or to the pages that are on
            screen. After 3 seconds it recovers. Prints what is in force then, and what was let go. Operators may do it.

            \(Self.operators)
            """
        case .logLevel:
            """
            LEVEL is error, warning, notice, info or debug: lines below it are not logged. Without it the level is printed.
            \(Self.logDetails)
            """
        case .logTarget:
            """
            TARGET is journal; console, standard error; null, nowhere; or auto, the journal where systemd runs the service.
            Without it the target is printed. \(Self.logDetails)
            """
        case .state, .status: ""
        }
    }

    private static let operators = """
        Operators are root, the user whom the service runs as, and members of the group sheaf (OperatorGroup= in sheafd.conf).
        """

    private static let topDetails = """
        In a terminal, until q or Ctrl-C: how much the cache holds of what it may, how short memory is, what happened a second,
        a letter for each page in the cache, the readers, and the processes that run providers. A service that ends is
        waited for. Elsewhere, one look is printed, or so many as --iterations says.
        """

    private static let openDetails = """
        The file is opened by sheafctl and passed on as a descriptor: the service needs no right to read it. With
        --library it is named by a path below one of the service's library folders instead, and FILE is left out.

        A reader has one axis, along which pages are turned, or two that cross. --spread, --back, --order, --flow, --spacing
        and --part are for the first one. --vertical crosses it with another document that is open (d2), a part of this one
        (11+5: 5 pages from page 11 on), or a part of the other (d2,11+5). Pages and spreads are counted from 1.
        """

    private static let logDetails =
        "It holds until the service ends. Operators may do it.\n\n" + Self.operators

    private static let turnDetails = """
        Prints where the reader is now, whether the page was there already (hit) or had to be rendered (miss), how long
        it took until the page was there, and the appearance events: WA and DA for a page that will and did appear,
        WD and DD for one that will and did disappear; the turn settles at the bar.
        """

    private static let gotoDetails = """
        A whole number is a page, counted from 1; anything else is a label, as it is printed on the page. A label that
        is a number is written with "=" before it: "goto =12".
        """

    private static let dragDetails = """
        OFFSET is how far the finger is, in spreads from where the reader is: 0.5 is half-way to the next, -0.5 to the one
        before. After the last one the finger is lifted: the reader is bound for the nearest spread, or by the sign of
        --release for the next or the one before; --cancel takes the drag back.

        With --settle it is there at once, and what happened is printed as by "sheafctl next". Without, it is there after a
        second, or with "sheafctl settle"; another drag meanwhile goes on from there.
        """

    private static let watchDetails = """
        Until the reader is closed or Ctrl-C: where the reader stands, its turns and drags, pages that were waited for and
        those that could not be rendered, and what happens to the document. A turn's number and way come when it begins, its
        appearance events (see "sheafctl next --help") in one line when it is over. v is a page of the vertical axis.
        With --json, each line is a reply as it came from the service.
        """
}
