import SheafInterface
import SheafOS

/// Which pages are written.
extension CommandParser {
    func pageRequest() throws(ControlError) -> PageRequest {
        try expectArguments(atMost: 0)
        guard let path = line.value("output"), !path.isEmpty else {
            throw mistake("page wants -o FILE: where to write the page")
        }
        if path == "-", line.has("json") { throw mistake("--json and -o - both want standard output: give -o FILE") }
        let format = try format(path)
        return PageRequest(
            output: path == "-" ? .standardOutput : .file(path), index: try line.value("page").map(pageIndex(_:)),
            axis: try axisOption(), region: try region(), format: format, quality: try quality(format))
    }

    private func format(_ path: String) throws(ControlError) -> ReaderInterface.Format {
        if let text = line.value("format") {
            guard let format = ReaderInterface.Format(rawValue: text == "jpg" ? "jpeg" : text) else {
                throw mistake("--format wants png, jpeg or bgrx8888, not \"\(text)\"")
            }
            return format
        }
        let name = path.lowercased()
        if name.hasSuffix(".png") { return .png }
        if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") { return .jpeg }
        throw mistake("\(path) does not say which format: give it .png or .jpg, or give --format png, jpeg or bgrx8888")
    }

    private func region() throws(ControlError) -> ReaderInterface.Region? {
        guard let text = line.value("region") else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.number($0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3]
        else { throw mistake("--region wants X,Y,WIDTH,HEIGHT in pixels, as 0,0,600,400, not \"\(text)\"") }
        return ReaderInterface.Region(x: x, y: y, width: width, height: height)
    }

    private func quality(_ format: ReaderInterface.Format) throws(ControlError) -> Int? {
        guard line.has("quality") else { return nil }
        guard format == .jpeg else { throw mistake("--quality is for JPEG: \(format.rawValue) loses nothing") }
        return try whole("quality", 1...100, "of a JPEG")
    }
}
