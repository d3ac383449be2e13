import Glibc

/// Small text files of the operator's.
package enum TextFile {
    /// The largest file that is read, in bytes.
    package static let maxSize = 1 << 20

    /// The content of a file of at most ``maxSize`` bytes of UTF-8.
    package static func read(_ path: String) throws(OSError) -> String {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let file = FileDescriptor(owning: try check(number < 0 ? -errno : number, "read", path))
        var bytes = [UInt8](repeating: 0, count: maxSize + 1)
        var length = 0
        while length < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(file.number, buffer.baseAddress.unsafelyUnwrapped + length, buffer.count - length)
            }
            if count < 0 && errno == EINTR { continue }
            try check(count < 0 ? -Int(errno) : count, "read", path)
            if count == 0 { break }
            length += count
        }
        guard length <= maxSize else { throw OSError(code: EFBIG, operation: "read", subject: path) }
        guard let text = String(validating: bytes[..<length], as: UTF8.self) else {
            throw OSError(code: EILSEQ, operation: "read", subject: path)
        }
        return text
    }

    /// The names in a folder that end in `suffix`, sorted by their bytes; none where there is no folder.
    package static func names(in folder: String, suffix: String) -> [String] {
        guard let handle = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(handle) }
        var names: [String] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name.hasSuffix(suffix), name.first != "." { names.append(name) }
        }
        return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    }
}

extension OSError {
    /// There is no such file.
    package var isNotFound: Bool { code == ENOENT }
}
