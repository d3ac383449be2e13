/// Where the sources are that these tests were built from.
enum Repository {
    static func path(_ relative: String, of file: String = #filePath) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return "\(folder)/\(relative)"
    }
}
