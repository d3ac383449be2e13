import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// Images that are opened, their metadata, and files that are refused.
    @Suite struct OpeningTests {
        @Test func exportsItsEntryPointAlone() throws {
            let symbols = try run("nm -D --defined-only --extern-only '\(Images.path.get())'")
            #expect(symbols.split(separator: "\n").count == 1)
            #expect(symbols.hasSuffix(" T sheaf_provider_v1\n"))
        }

        @Test func tableSaysWhatItIs() throws {
            let table = try #require(try table(ofLibrary: Images.path.get())).pointee
            #expect(table.size == UInt32(MemoryLayout<sheaf_provider>.stride))
            #expect(table.abi_version == SHEAF_PROVIDER_ABI_VERSION)
            #expect(String(cString: table.name) == "images")
        }

        @Test(arguments: [
            ("jpeg", "JPEG"), ("png", "PNG"), ("webp", "WebP"), ("tiff", "TIFF"), ("heif", "HEIF"), ("avif", "AVIF"),
            ("jxl", "JPEG XL"), ("gif", "GIF"),
        ])
        func formatIsToldByContent(sample: String, format: String) throws {
            let bytes = try Images.sample(sample)
            #expect(try Images.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_CERTAIN)
            let information = try Images.open(bytes).information()
            #expect(information["format"] == format)
            #expect(information["width"] == "305" && information["height"] == "205")
        }

        @Test(arguments: [
            String(decoding: Images.svg, as: UTF8.self), "<svg width='10' height='10'/>",
            "\u{feff}<?xml version='1.0'?>\n<!DOCTYPE svg [<!ENTITY a 'b'>]>\n<svg:svg xmlns:svg='http://www.w3.org/2000/svg'/>",
            // Behind a licence, as far as a file is looked at.
            "<!--\(String(repeating: "licence ", count: 8_180))--><svg width='10' height='10'/>",
        ])
        func drawingIsToldByItsFirstElement(text: String) throws {
            #expect(try Images.host().probe(text) == SHEAF_PROBE_CERTAIN)
        }

        @Test(arguments: [
            "", "G", "GIF", "plain text", "%PDF-1.7", "<html><svg/></html>", "<?xml version='1.0'?><FictionBook/>",
            "<!--", "<!--\(String(repeating: "licence ", count: 8_192))--><svg width='10' height='10'/>",
            "<svgs/>", "RIFF1234WAVE", "II", "PK\u{3}\u{4}", "BM1234", "<!DOCTYPE svg [", "<?xml",
        ])
        func otherDocumentsAreLeftToOthers(text: String) throws {
            #expect(try Images.host().probe(text) == SHEAF_PROBE_NO)
            let refusal = #expect(throws: Refusal.self) { try Images.host().open(text) }
            #expect(refusal?.text?.isEmpty == false)
        }

        @Test func sizeFollowsTheResolution() throws {
            let folder = try Folder()
            try folder.write("in.png", Images.sample("png"))
            // Pixels a millimetre across and down, and what is made of it.
            for (across, down, width, height) in [
                (11.8110236, 11.8110236, 73.2, 49.2), (1, 1, 305, 205), (8.0315, 3.8583, 107.6470588, 150.6122449),
                (2, 4, 305, 102.5), (400, 400, 305, 205),
            ] {
                try folder.shell("vips copy in.png out.png --xres \(across) --yres \(down)")
                let metrics = try Images.open(folder.read("out.png")).metrics(0)
                #expect(abs(metrics.width - width) < 0.6 && abs(metrics.height - height) < 0.6, "\(metrics)")
            }
        }

        @Test func cameraAndDateAreMetadata() throws {
            let bytes = try Images.withEXIF(Images.sample("bare"), orientation: 6)
            let information = try Images.open(bytes).information()
            #expect(information["camera"] == "Model (2), ASCII, 9")
            #expect(information["modified"] == "2022-12-17T02:41:44")
            #expect(information["width"] == "205" && information["height"] == "305")
            #expect(information["title"] == nil)
        }

        /// A truncated image is shown as far as it goes.
        @Test(arguments: ["jpeg", "progressive", "png", "gif"])
        func truncatedImageShowsWhatIsThere(sample: String) throws {
            let bytes = try Images.sample(sample)
            let whole = try Images.open(bytes).whole()
            let document = try Images.open(Array(bytes.prefix(bytes.count * 6 / 10)))
            let part = try document.whole()
            if sample == "progressive" {
                #expect(part != whole)
            } else {
                #expect(part.cut(x: 0, y: 0, width: 305, height: 30) == whole.cut(x: 0, y: 0, width: 305, height: 30))
            }
        }

        @Test(arguments: ["webp", "heif", "avif", "jxl", "tiff"])
        func imageThatCannotBeReadInPartFailsWhereItIsTruncated(sample: String) throws {
            let bytes = try Images.sample(sample)
            let refusal = #expect(throws: Refusal.self) {
                _ = try Images.open(Array(bytes.prefix(bytes.count / 2))).whole()
            }
            #expect(refusal?.text?.hasPrefix("cannot ") == true, "\(refusal?.text ?? "")")
        }

        @Test(arguments: ["jpeg", "png", "webp", "tiff", "heif", "avif", "gif"])
        func brokenHeaderIsRefusedWithAReason(sample: String) throws {
            let bytes = try Images.sample(sample).prefix(20) + [UInt8](repeating: 0x55, count: 300)
            let refusal = #expect(throws: Refusal.self) { _ = try Images.open(Array(bytes)) }
            #expect(refusal?.code == -EBADMSG)
            #expect(refusal?.text?.hasPrefix("cannot open the ") == true, "\(refusal?.text ?? "")")
        }

        @Test func unreadableSourceIsTold() throws {
            let document = try Images.open(Images.sample("png"))
            document.source.failure = -Int64(EIO)
            let refusal = #expect(throws: Refusal.self) { try document.render(width: 305, height: 205) }
            #expect(refusal == Refusal(code: -EIO, text: "cannot read the document: Input/output error"))
        }

        @Test func sourceThatShrinksIsTold() throws {
            let document = try Images.open(Images.sample("png"))
            document.source.bytes.removeLast(document.source.bytes.count / 2)
            let refusal = #expect(throws: Refusal.self) { try document.render(width: 305, height: 205) }
            #expect(refusal?.text?.hasPrefix("the document is shorter than when it was opened") == true)
            #expect(document.host.changes.map(\.kind) == [SHEAF_CHANGED_ALL])
        }

        @Test func refreshTellsOfANewContent() throws {
            let document = try Images.open(Images.sample("png"))
            try document.refresh()
            #expect(document.host.changes.isEmpty)
            document.source.bytes[document.source.bytes.count - 10] ^= 1
            try document.refresh()
            #expect(document.host.changes.map(\.kind) == [SHEAF_CHANGED_ALL])
        }

        @Test(arguments: ["jpeg", "webp", "tiled", "heif", "jxl"])
        func shortReadsAreEnough(sample: String) throws {
            let source = TestSource(bytes: try Images.sample(sample))
            source.readLimit = 7
            #expect(try Images.host().open(source).whole() == Images.open(Images.sample(sample)).whole())
        }
    }
}
