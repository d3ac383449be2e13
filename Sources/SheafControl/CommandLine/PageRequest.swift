package import SheafInterface

/// Which page is to be written, and where.
package struct PageRequest: Equatable, Sendable {
    /// Where the bytes go.
    package enum Output: Equatable, Sendable {
        case file(String)
        case standardOutput

        /// Where the other page of a spread goes: "book.png" has "book-2.png" beside it. Standard output takes one.
        package var second: Output? {
            guard case .file(let path) = self else { return nil }
            let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
            // A name that begins with a dot has no ending there.
            guard let dot = path[name...].lastIndex(of: "."), dot > name else { return .file(path + "-2") }
            return .file("\(path[..<dot])-2\(path[dot...])")
        }
    }

    package let output: Output
    /// From 0; nil for what the reader shows.
    package let index: Int?
    /// nil for the reader's first, or the one whose page is in front.
    package let axis: ReaderInterface.Axis?
    package let region: ReaderInterface.Region?
    package let format: ReaderInterface.Format
    package let quality: Int?

    package init(
        output: Output, index: Int? = nil, axis: ReaderInterface.Axis? = nil, region: ReaderInterface.Region? = nil,
        format: ReaderInterface.Format, quality: Int? = nil
    ) {
        self.output = output
        self.index = index
        self.axis = axis
        self.region = region
        self.format = format
        self.quality = quality
    }
}
