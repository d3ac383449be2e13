import Foundation
import VarlinkGenerator

/// Writes the Swift file of each description that is named, beside it.
///
/// `varlink-generate [--scan METHOD]… [--parse FIELD]… FILE.varlink…`: calls of METHOD, such as org.example.Name.Method, are read in
/// place, but for those with FIELD, such as org.example.Name.Method.field, which are parsed.
private func run() -> Int32 {
    var paths: [String] = []
    var scanned: Set<String> = []
    var parsed: Set<String> = []
    var arguments = CommandLine.arguments.dropFirst().makeIterator()
    while let argument = arguments.next() {
        if argument == "--scan", let method = arguments.next() {
            scanned.insert(method)
        } else if argument == "--parse", let field = arguments.next() {
            parsed.insert(field)
        } else {
            paths.append(argument)
        }
    }
    guard !paths.isEmpty else {
        report("usage: varlink-generate [--scan METHOD]... [--parse FIELD]... FILE.varlink...")
        return 1
    }
    for path in paths {
        do {
            let file = URL(fileURLWithPath: path)
            let source = try String(contentsOf: file, encoding: .utf8)
            let generated = try SwiftGenerator.generate(
                source, fileName: file.lastPathComponent, scanned: scanned, parsed: parsed)
            let target = file.deletingLastPathComponent().appendingPathComponent(generated.name)
            try generated.text.write(to: target, atomically: true, encoding: .utf8)
        } catch let error as DescriptionError {
            report("\(path):\(error)")
            return 1
        } catch {
            report("\(path): \(error.localizedDescription)")
            return 1
        }
    }
    return 0
}

private func report(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}

exit(run())
