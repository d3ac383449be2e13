/// The source files that a program's instructions come from, as addr2line tells them.
struct SourcePlaces {
    /// The files of one instruction, each as "Target/Folder/File.swift".
    struct Files {
        /// The file in which it was written; nil where the compiler has added it.
        let innermost: String?
        /// The file of the function that it is in, which differs where it was inlined there.
        let outermost: String
    }

    private let program: String
    /// Where the program is loaded: the same for all of it.
    private let start: UInt64

    /// - Parameters:
    ///   - program: with its debug information.
    ///   - function: one of its functions, and where that begins in memory.
    init(of program: String, where function: (name: String, address: UInt64)?) throws(BenchmarkError) {
        let symbols = try Program.output(of: ["nm", program]).split(separator: "\n").map { $0.split(separator: " ") }
        guard let function, let symbol = symbols.first(where: { $0.count == 3 && $0[2] == function.name }),
            let place = UInt64(symbol[0], radix: 16)
        else { throw BenchmarkError("no function of \(program) was called") }
        self.program = program
        start = function.address - place
    }

    /// Returns the files of instructions by where they are in memory.
    func files(of addresses: [UInt64]) throws(BenchmarkError) -> [UInt64: Files] {
        let lines = try Program.output(
            of: ["addr2line", "-a", "-i", "-e", program] + addresses.map { String($0 - start, radix: 16) })
        var files: [UInt64: Files] = [:]
        var address: UInt64 = 0
        // The address, then its place in the file where it was written, then those that this was inlined to.
        var isFirst = false
        for line in lines.split(separator: "\n") {
            if line.hasPrefix("0x") {
                address = (UInt64(line.dropFirst(2), radix: 16) ?? 0) + start
                isFirst = true
            } else {
                if let file = Self.file(of: line) {
                    let innermost = isFirst && Self.isWritten(line) ? file : files[address]?.innermost
                    files[address] = Files(innermost: innermost, outermost: file)
                }
                isFirst = false
            }
        }
        return files
    }

    /// The file of a place, which is "…/Sources/Group/Target/File.swift:12"; nil where it is none of the sources.
    private static func file(of place: Substring) -> String? {
        let folders = place.prefix { $0 != ":" }.split(separator: "/")
        return folders.lastIndex(of: "Sources").map { folders[($0 + 2)...].joined(separator: "/") }
    }

    /// Whether a place has a line; else the compiler has added it.
    private static func isWritten(_ place: Substring) -> Bool {
        let line = place.drop { $0 != ":" }.dropFirst()
        return (line.first?.isNumber ?? false) && line.first != "0"
    }
}
