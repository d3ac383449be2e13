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
