import Glibc
package import CSheafProvider

/// A shell command failed.
package struct CommandFailure: Error {
    package let status: Int32
    package let output: String

    package init(status: Int32, output: String) {
        self.status = status
        self.output = output
    }
}

/// Runs a shell command and returns what it wrote to its standard output and standard error.
package func run(_ command: String) throws -> String {
    guard let pipe = popen("exec 2>&1; \(command)", "r") else { throw CommandFailure(status: -1, output: command) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = fread(&buffer, 1, buffer.count, pipe)
        if count == 0 { break }
        output += buffer.prefix(count)
    }
    let status = pclose(pipe)
    let text = String(decoding: output, as: UTF8.self)
    guard status == 0 else { throw CommandFailure(status: status, output: text) }
    return text
}

/// The folder that this program was built into: dynamic libraries of the package lie beside it.
package func productsFolder() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else { throw CommandFailure(status: -1, output: "no folder of \(path)") }
    return String(path[..<slash])
}

/// Loads a provider's library as the service does, for good, and returns its table.
package func table(ofLibrary path: String) throws -> UnsafePointer<sheaf_provider>? {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(library, "sheaf_provider_v1") else {
        throw CommandFailure(status: -1, output: dlerror().map { String(cString: $0) } ?? path)
    }
    typealias EntryPoint = @convention(c) () -> UnsafePointer<sheaf_provider>?
    return unsafeBitCast(symbol, to: EntryPoint.self)()
}

/// Bytes of UTF-8 in another encoding.
package func converted(_ bytes: [UInt8], to encoding: String) throws -> [UInt8] {
    guard let converter = iconv_open(encoding, "UTF-8"), Int(bitPattern: converter) != -1 else {
        throw CommandFailure(status: errno, output: encoding)
    }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: bytes.count * 3)
    let room = output.count
    return input.withUnsafeMutableBufferPointer { from in
        output.withUnsafeMutableBufferPointer { to in
            var (start, end) = (from.baseAddress, to.baseAddress)
            var (left, free) = (from.count, room)
            iconv(converter, &start, &left, &end, &free)
            return to.prefix(room - free).map { UInt8(bitPattern: $0) }
        }
    }
}
