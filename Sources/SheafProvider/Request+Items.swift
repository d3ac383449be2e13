import CSheafProvider

extension Request {
    /// Hands over a run of text.
    func emit(_ run: TextRun) throws(ProviderError) {
        try unsafe emit(item(SHEAF_ITEM_TEXT, box: run.box), text: run.text)
    }

    /// Hands over an entry of the table of contents.
    func emit(_ entry: OutlineEntry) throws(ProviderError) {
        try unsafe emit(
            item(SHEAF_ITEM_OUTLINE, level: entry.level, destination: entry.destination), text: entry.title)
    }

    /// Hands over a link.
    func emit(_ link: Link) throws(ProviderError) {
        switch link.target {
        case .destination(let destination):
            try unsafe emit(item(SHEAF_ITEM_LINK, box: link.box, destination: destination))
        case .uri(let uri):
            try unsafe emit(item(SHEAF_ITEM_LINK, box: link.box), uri: uri)
        }
    }

    /// Hands over a match.
    func emit(_ match: Match) throws(ProviderError) {
        try unsafe emit(item(SHEAF_ITEM_MATCH, level: match.group, box: match.box))
    }

    /// Hands over something about the document.
    func emit(_ metadata: MetadataItem) throws(ProviderError) {
        try unsafe emit(item(SHEAF_ITEM_METADATA), key: metadata.key, text: metadata.value)
    }

    private func item(
        _ kind: UInt32, level: UInt32 = 0, box: Box = Box(x0: 0, y0: 0, x1: 0, y1: 0), destination: Destination? = nil
    ) -> sheaf_item {
        var item = unsafe sheaf_item()
        unsafe item.kind = kind
        unsafe item.level = level
        unsafe item.page = destination?.page.rawValue ?? SHEAF_NO_PAGE
        unsafe (item.x0, item.y0, item.x1, item.y1) = (box.x0, box.y0, box.x1, box.y1)
        unsafe (item.target_x, item.target_y) = (destination?.point.x ?? 0, destination?.point.y ?? 0)
        return unsafe item
    }
}
