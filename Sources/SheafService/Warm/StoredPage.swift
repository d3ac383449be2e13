import PageModel

extension StoreInterface.Page {
    /// - Parameters:
    ///   - name: what its memory is kept by.
    ///   - inode: that of its memory.
    ///   - index: where it is in its document.
    ///   - renderTime: in microseconds.
    init(_ memory: RenderedMemory, name: String, inode: UInt64, index: Int?, renderTime: UInt64) {
        let rendition = memory.rendition
        var quality: Int?
        let format: StoreInterface.Page.Format
        switch rendition.format {
        case .bgrx8888: format = .bgrx8888
        case .png: format = .png
        case .jpeg(let value): (format, quality) = (.jpeg, value)
        }
        self.init(
            name: name, number: memory.number, inode: Int(bitPattern: UInt(inode)), bytes: memory.bytes,
            document: Int(clamping: rendition.document.number), page: Int(rendition.page.number),
            edition: rendition.edition, scale: rendition.scale, rotation: rendition.rotation.rawValue,
            x: rendition.region.x, y: rendition.region.y, width: rendition.region.width,
            height: rendition.region.height, pageWidth: rendition.pageSize.width,
            pageHeight: rendition.pageSize.height, format: format, quality: quality, index: index,
            renderTime: Int(clamping: renderTime), cuttable: memory.isCuttable)
    }

    /// What it shows; nil where such a page can't be.
    var rendition: Rendition? {
        let size = PixelSize(width: pageWidth, height: pageHeight)
        let region = PixelRegion(x: x, y: y, width: width, height: height)
        guard let rotation = Rotation(rawValue: rotation), scale > 0, scale.isFinite, region.isWithin(size),
            let document = UInt64(exactly: document)
        else { return nil }
        let pixels: PixelFormat =
            switch format {
            case .bgrx8888: .bgrx8888
            case .png: .png
            case .jpeg: .jpeg(quality: quality ?? 0)
            }
        if case .jpeg(let quality) = pixels, !(1...100).contains(quality) { return nil }
        let rendition = Rendition(
            document: DocumentID(document), page: PageID(Int64(page)), edition: edition, scale: scale,
            rotation: rotation, region: region, format: pixels, pageSize: size)
        let (stride, isTooWide) = width.multipliedReportingOverflow(by: 4)
        let (whole, isTooHigh) = stride.multipliedReportingOverflow(by: height)
        guard !isTooWide, !isTooHigh, bytes > 0, pixels == .bgrx8888 ? bytes == whole : true else { return nil }
        return rendition
    }
}
