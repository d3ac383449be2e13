import SheafOS

/// How soon a host is free again when nobody wants a page any more: each provider on a page that takes it long, cancelled eight times in
/// the middle by `sheafctl test-provider`, which has the provider in a process of its own.
struct Cancellations {
    /// How many strokes the page of the PDF has.
    private static let strokes = 1_500
    /// The size of the photo, in pixels.
    private static let photo = (width: 6_000, height: 4_000)
    /// The name of this check in test-provider.
    private static let check = "cancelled"
    private static let mark = "from cancel to return"

    let bench: Bench

    func run() throws(BenchmarkError) {
        let text = try Program.output(of: ["bible", "-f", "gen1:1-rev22:21"])
        let photo = try makePhoto()
        let pattern = "sheaf-pattern 1\npages = 4\nrender-ms = 400\n"
        let pages = [
            (
                "mupdf", "a drawing of \(Self.strokes) strokes",
                try bench.folder.write(Array(Self.drawing.utf8), as: "drawing.pdf")
            ),
            ("images", "a JPEG of 24 megapixels", photo.jpeg), ("djvu", "the same as DjVu", photo.djvu),
            ("text", "the Bible, plain", try bench.folder.write(Array(text.utf8), as: "bible.txt")),
            ("pattern", "a page that takes 400 ms", try bench.folder.write(Array(pattern.utf8), as: "slow")),
        ]
        say("\nFrom the cancellation of a request to its end, eight times in a page\n")
        var table = Table(["provider", "", "", ""], leftColumns: 4)
        for (provider, page, path) in pages {
            let told = try Program.output(
                of: [
                    bench.program("sheafctl"), "test-provider", bench.program("libsheaf-\(provider).so"), path,
                    "--only",
                    Self.check,
                ])
            // "passed  cancelled  what is checked; what the page takes; from cancel to return: ..."
            let measured = told.split(separator: "\n").first { $0.contains(Self.mark) }?.split(separator: ";")
                .dropFirst()
            guard let measured, measured.count == 2 else {
                throw BenchmarkError("sheafctl test-provider does not say how soon \(provider) ends:\n\(told)")
            }
            table.add([provider, page] + measured.map { String($0.dropFirst()) })
        }
        say(table.text)
    }

    /// A page of lines that cross each other everywhere.
    private static var drawing: String {
        var random: UInt64 = 1
        func coordinate() -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return random >> 33 % 600
        }
        var lines = ""
        for _ in 0..<strokes {
            lines += "\(coordinate()) \(coordinate()) m \(coordinate()) \(coordinate()) l S\n"
        }
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Contents 4 0 R>>",
            "<</Length \(lines.utf8.count)>>stream\n\(lines)endstream",
        ]
        var file = "%PDF-1.4\n"
        var table = "xref\n0 5\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let place = String(file.utf8.count)
            table += String(repeating: "0", count: 10 - place.count) + place + " 00000 n \n"
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        return "\(file)\(table)trailer<</Size 5/Root 1 0 R>>\nstartxref\n\(file.utf8.count)\n%%EOF\n"
    }

    private func makePhoto() throws(BenchmarkError) -> (jpeg: String, djvu: String) {
        func file(_ name: String) -> String { bench.folder.file(name) }
        let (width, height) = ("\(Self.photo.width / 10)", "\(Self.photo.height / 10)")
        for command in [
            ["gaussnoise", file("noise.v"), width, height, "--mean", "128", "--sigma", "30"],
            ["cast", file("noise.v"), file("small.v"), "uchar"], ["resize", file("small.v"), file("grey.v"), "10"],
            ["jpegsave", file("grey.v"), file("grey.jpg")], ["copy", file("grey.v"), file("grey.pgm")],
        ] {
            try Program.output(of: ["vips"] + command)
        }
        try Program.output(of: ["c44", "-dpi", "300", file("grey.pgm"), file("grey.djvu")])
        return (file("grey.jpg"), file("grey.djvu"))
    }
}
