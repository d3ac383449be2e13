/// An open document. It is closed when the host lets go of it: clean up in `deinit`.
///
/// The methods that get a ``Request`` and can take long ask it every few milliseconds whether it is cancelled, and
/// throw ``ProviderError/cancelled`` then. A page that does not exist is ``ProviderError/noPage``.
public protocol Document: AnyObject {
    /// The size and the label of a page.
    func metrics(of page: PageID, request: borrowing Request) throws(ProviderError) -> PageMetrics

    /// Fills every pixel of a region of a page.
    func render(
        _ rendering: RenderRequest, into pixels: inout PixelBuffer, request: borrowing Request
    ) throws(ProviderError)
}

// MARK: Pages

/// A document that says how many pages it has. Without this, nobody knows.
public protocol Counted: Document {
    /// The number of pages.
    func pageCount(request: borrowing Request) throws(ProviderError) -> PageCount
}

/// A document whose page ids are not simply the indices.
public protocol PageListing: Document {
    /// The ids of up to `length` pages from `index` on; fewer at the end, none past it.
    func pages(from index: Int64, length: Int, request: borrowing Request) throws(ProviderError) -> [PageID]
}

/// A document whose pages are found by going from one to the next.
public protocol Steppable: Document {
    /// The page `step` pages after `page` (before it, where negative), or nil where there is none.
    ///
    /// Without `page`, the first page of the document is meant; `step` is 0 then.
    func page(_ step: Int64, from page: PageID?, request: borrowing Request) throws(ProviderError) -> PageID?
}

// MARK: Reading

/// A document that prepares pages ahead of time.
public protocol Prefetching: Document {
    /// Advice: these pages will be asked for, in this order. Returns soon; may do nothing.
    func prefetch(_ pages: [PageID], request: borrowing Request) throws(ProviderError)

    /// The advice for these pages no longer holds.
    func cancelPrefetch(_ pages: [PageID], request: borrowing Request) throws(ProviderError)
}

/// A document that wants to know what is on a screen.
public protocol AppearanceObserving: Document {
    /// A page comes onto some screen or leaves it.
    func appearance(of page: PageID, _ event: AppearanceEvent, request: borrowing Request) throws(ProviderError)
}

/// A document whose source can change.
public protocol Refreshable: Document {
    /// Looks at the source again, and says through ``Host/changed(_:in:)`` what is new.
    func refresh(request: borrowing Request) throws(ProviderError)
}

/// A document whose pages can be put in another order.
public protocol Reorderable: Document {
    /// One step of moving a page.
    func move(_ move: PageMove, request: borrowing Request) throws(ProviderError)
}

/// A document with pages that take drags for themselves, or that know where they are blank.
public protocol HitTesting: Document {
    /// Returns what is at a point of a page.
    func hit(_ point: Point, on page: PageID, request: borrowing Request) throws(ProviderError) -> Hit
}

// MARK: Looks

/// A document that can say what of a page is paper.
public protocol Inked: Document {
    /// The smallest box with all that is drawn on a page beside its paper; nil of a blank one.
    func ink(on page: PageID, request: borrowing Request) throws(ProviderError) -> Box?
}

/// A document that has no pages of its own: its text is laid out as ``Request/flow`` says, which is asked for when it is opened. One
/// that is opened without asking has pages of its own, and is not asked what is here.
public protocol Flowing: Document {
    /// Where in the text a page begins: 0 or more, and greater further on. The same text has the same position however it is
    /// laid out.
    func position(of page: PageID, request: borrowing Request) throws(ProviderError) -> Int64

    /// The page that a position is on: the last one that begins there or before.
    func page(at position: Int64, request: borrowing Request) throws(ProviderError) -> PageID
}
