import Foundation
import VarlinkGenerator

private let usage = """
    usage: varlink-generate [--check] [--scan METHOD]... [--parse FIELD]... FILE.varlink...
           varlink-generate [--check] --python FOLDER --version VERSION FILE.varlink...

    Writes the Swift file of each interface beside it, or the Python modules of all of them into a folder.

      --scan METHOD      calls of org.example.Name.Method are read in place
      --parse FIELD      but for those with org.example.Name.Method.field, which are parsed
      --python FOLDER    where the Python modules are
      --version VERSION  of the Python package
      --check            writes nothing, and fails where a file is not what it would write

    """

/// The command line, parsed.
private struct Order {
    var paths: [String] = []
    var scanned: Set<String> = []
    var parsed: Set<String> = []
    var pythonFolder: String?
    var version: String?
    var isCheck = false

    /// Nil where the command line is not as ``usage`` has it.
    init?(_ arguments: ArraySlice<String>) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--check": isCheck = true
            case "--scan", "--parse", "--python", "--version":
                guard let value = arguments.next() else { return nil }
                switch argument {
                case "--scan": scanned.insert(value)
                case "--parse": parsed.insert(value)
                case "--python": pythonFolder = value
                default: version = value
                }
            default: paths.append(argument)
            }
        }
        if paths.isEmpty || (pythonFolder == nil) != (version == nil) { return nil }
    }

    /// Generates all files, and writes or compares them.
    func run() throws {
        guard let pythonFolder, let version else {
            for path in paths {
                let generated = try read(path) { source throws(DescriptionError) in
                    try SwiftGenerator.generate(
                        source, fileName: URL(fileURLWithPath: path).lastPathComponent, scanned: scanned, parsed: parsed
                    )
                }
                try finish(generated, in: URL(fileURLWithPath: path).deletingLastPathComponent())
            }
            return
        }
        let descriptions = try paths.map { path in
            try read(path) { source throws(DescriptionError) in try InterfaceParser.parse(source) }
        }
        for file in try PythonGenerator.generate(descriptions, version: version) {
            try finish(file, in: URL(fileURLWithPath: pythonFolder))
        }
    }

    private func read<Result>(
        _ path: String, _ body: (String) throws(DescriptionError) -> Result
    ) throws -> Result {
        let source = try String(contentsOfFile: path, encoding: .utf8)
        do throws(DescriptionError) { return try body(source) } catch { throw Mistake(text: "\(path):\(error)") }
    }

    private func finish(_ file: GeneratedFile, in folder: URL) throws {
        let target = folder.appendingPathComponent(file.name)
        if !isCheck { return try file.text.write(to: target, atomically: true, encoding: .utf8) }
        guard (try? String(contentsOf: target, encoding: .utf8)) == file.text else {
            throw Mistake(text: "\(target.relativePath) is not what its interface says: call \"make generate\"")
        }
    }
}

/// A mistake in a file, with its path.
private struct Mistake: LocalizedError {
    let text: String
    var errorDescription: String? { text }
}

guard let order = Order(CommandLine.arguments.dropFirst()) else {
    FileHandle.standardError.write(Data(usage.utf8))
    exit(1)
}
do {
    try order.run()
} catch {
    let text = (error as? DescriptionError)?.description ?? error.localizedDescription
    FileHandle.standardError.write(Data("varlink-generate: \(text)\n".utf8))
    exit(1)
}
