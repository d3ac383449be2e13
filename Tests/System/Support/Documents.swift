import Foundation
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Real documents.
enum Documents {
    /// The manual of Debian's policy as PDF, unpacked once: some 190 pages, which differ by release.
    static let policy: Result<String, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-documents-\(getuid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("policy.pdf")
        let unpacked = try Command.run("/bin/gzip", ["-dc", "/usr/share/doc/debian-policy/policy.pdf.gz"])
        try unpacked.output.write(to: file, options: .atomic)
        return file.path
    }

    /// How many pages it has, as MuPDF's own program counts them.
    static let pages: Int = (try? Mutool.pageCount(of: policy.get())) ?? 0

    /// The manual of Debian's policy as EPUB.
    static let policyEPUB = "/usr/share/doc/debian-policy/policy.epub"

    /// Writes a comic of four pages that is read from the right.
    static func writeManga(to file: String) throws {
        let made = try Command.run(
            "/bin/sh",
            [
                "-c",
                """
                folder=$(mktemp -d) && cd "$folder" || exit
                for n in 1 2 3 4; do vips gaussnoise $n.v 600 900 --mean 200 --sigma $n && vips cast $n.v $n.png uchar; done
                echo '<ComicInfo><Title>Manga</Title><Manga>YesAndRightToLeft</Manga></ComicInfo>' >ComicInfo.xml
                zip -q '\(file)' ?.png ComicInfo.xml
                status=$?
                rm -r "$folder"
                exit $status
                """,
            ], environment: ["VIPS_NOVECTOR": "1"])
        guard made.status == 0 else { throw TestFailure("no comic could be written: \(made.errors)") }
    }
}

/// A page with its bytes.
struct HandedPage {
    let page: ReaderInterface.Page
    let bytes: [UInt8]
    let seals: UInt32?

    init(_ page: ReaderInterface.Page, _ descriptors: VarlinkDescriptors) throws {
        self.page = page
        if let index = page.fileDescriptor {
            guard let memory = descriptors.take(at: index) else { throw TestFailure("no descriptor \(index)") }
            seals = try Memfd.seals(of: memory.number)
            let mapping = try SharedMemory(mappingSealed: memory.number, size: page.size)
            let all = mapping.withBytes { span in span.withUnsafeBytes { Array($0) } }
            bytes = Array(all.dropFirst(page.offset ?? 0))
        } else {
            seals = nil
            bytes = page.data.flatMap { Base64.decode($0) } ?? []
        }
    }

    /// Whether its pixels have these values of red, green and blue, row by row.
    func shows(rgb: [UInt8]) -> Bool {
        guard rgb.count == page.width * page.height * 3 else { return false }
        return rgb.withUnsafeBufferPointer { rgb in
            bytes.withUnsafeBufferPointer { bytes in
                var next = 0
                for row in 0..<page.height {
                    var place = row * page.stride
                    for _ in 0..<page.width {
                        guard bytes[place + 2] == rgb[next], bytes[place + 1] == rgb[next + 1],
                            bytes[place] == rgb[next + 2], bytes[place + 3] == 255
                        else { return false }
                        place += 4
                        next += 3
                    }
                }
                return true
            }
        }
    }
}
