import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Files that are taken for text, and the texts that they are decoded to.
@Suite struct EncodingTests {
    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        ([0xfeff] + Array(text.utf16)).flatMap { unit in
            let bytes = [UInt8(unit & 0xff), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    private static let texts: [(bytes: [UInt8], text: String)] = [
        (Array("naïve – 平和\n".utf8), "naïve – 平和\n"),
        ([0xef, 0xbb, 0xbf] + Array("marked".utf8), "marked\n"),
        (utf16("wide 😀 平\nnext", isBigEndian: false), "wide 😀 平\nnext\n"),
        (utf16("wide 😀 平\r\nnext", isBigEndian: true), "wide 😀 平\nnext\n"),
        // Latin-1, and what Windows has beside it.
        (Array("na".utf8) + [0xef] + Array("ve caf".utf8) + [0xe9, 0x0a], "naïve café\n"),
        ([0x93] + Array("quoted".utf8) + [0x94, 0x20, 0x80], "\u{201c}quoted\u{201d} €\n"),
        // UTF-8 that is broken here and there.
        (Array("平和".utf8) + [0xe5, 0xb9] + Array(" 平".utf8), "平和å¹ 平\n"),
        (Array("cut ".utf8) + [0xf0, 0x9f, 0x98], "cut ð\u{178}\u{2dc}\n"),
        // Half a character, half a surrogate, and none at all.
        (utf16("ab", isBigEndian: false) + [0x63], "ab\u{fffd}\n"),
        (Array("old\rMac\r\nDOS\n\u{c}form".utf8), "old\nMac\nDOS\n\nform\n"),
        (Array("bell \u{7}, escape \u{1b}[1m, tab\tend".utf8), "bell ^G, escape , tab\tend\n"),
        (Array("next line \u{85} of C1".utf8), "next line <85> of C1\n"),
    ]

    @Test(arguments: texts.indices) func textIsDecoded(sample: Int) throws {
        let (bytes, text) = Self.texts[sample]
        #expect(try Texts.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_MAYBE)
        #expect(try Texts.open(bytes).string(0) == text)
    }

    private static let others: [[UInt8]] = [
        [0], Array("text\0text".utf8), [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
        Array("PK\u{3}\u{4}".utf8), [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0], [0xff, 0xfe, 0x41, 0, 0, 0xdc],
        utf16("ends in nothing\0", isBigEndian: true),
        // Too many control characters.
        [UInt8](repeating: 0x61, count: 61) + [1, 2],
    ]

    @Test(arguments: others.indices) func whatIsNoTextIsLeftToOthers(sample: Int) throws {
        let bytes = Self.others[sample]
        #expect(try Texts.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_NO)
        #expect(
            throws: Refusal(code: -ENOTSUP, text: "this is no text: there are bytes in it that no text has")
        ) {
            try Texts.open(bytes)
        }
    }

    // MARK: Encodings that are told by their letters

    private static let sentences: [(text: String, encodings: [String])] = [
        ("Быстрая бурая лиса прыгает через ленивую собаку, и никто её не видит. ", ["CP1251", "KOI8-R", "ISO-8859-5"]),
        ("Введённый пароль неверен. ", ["CP1251"]),
        ("Кожна людина має право на їжу і її ґатунок, навіть узимку. ", ["CP1251", "KOI8-U"]),
        ("这是一个简单的中文句子，用来测试文件的编码是不是正确。", ["GBK", "GB18030"]),
        ("這是一個簡單的中文句子，用來測試檔案的編碼是不是正確。", ["BIG5"]),
        ("吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。", ["SHIFT_JIS", "EUC-JP", "ISO-2022-JP"]),
        ("모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. ", ["EUC-KR"]),
        ("Žluťoučký kůň úpěl ďábelské ódy, a nikdo ho neslyšel v tichém městě. ", ["CP1250"]),
        ("Ξεσκεπάζω την ψυχοφθόρα βδελυγμία και κανείς δεν το βλέπει. ", ["CP1253"]),
        ("Άνοιξε το παράθυρο και άκουσε τη βροχή. ", ["CP1253", "ISO-8859-7"]),
        ("Σύστηµα αρχείων δικτύου: η σύνδεση δεν έγινε δεκτή. ", ["CP1253"]),
        ("Zażółć gęślą jaźń, a potem zaśnij pod dębem w środku nocy. ", ["ISO-8859-2"]),
        ("Le cœur déçu mais l’âme plutôt naïve, où l’été s’achève à la fenêtre. ", ["CP1252"]),
        ("Съешь же ещё этих мягких булок – да выпей tea. ", ["UTF-16LE", "UTF-16BE"]),
        ("Файл «№ 1» и ключ «-f» команды «get»: чтение. ", ["UTF-16LE", "UTF-16BE"]),
    ]

    /// Returns a text in an encoding that iconv knows by name.
    private static func encoded(_ text: String, as encoding: String) throws -> [UInt8] {
        let converter = try #require(iconv_open(encoding, "UTF-8"))
        defer { iconv_close(converter) }
        var input = Array(text.utf8CString.dropLast())
        var output = [CChar](repeating: 0, count: input.count * 4 + 16)
        var (left, room) = (input.count, output.count)
        let size = output.count
        let result = input.withUnsafeMutableBufferPointer { from in
            output.withUnsafeMutableBufferPointer { to in
                var (source, target) = (from.baseAddress, to.baseAddress)
                let result = iconv(converter, &source, &left, &target, &room)
                return result == -1 ? result : iconv(converter, nil, nil, &target, &room)
            }
        }
        #expect(result != -1, "\(text) in \(encoding)")
        return output.prefix(size - room).map { UInt8(bitPattern: $0) }
    }

    @Test(arguments: sentences.indices) func anEncodingIsToldByItsLetters(sample: Int) throws {
        let (sentence, encodings) = Self.sentences[sample]
        let text = String(repeating: sentence, count: 6) + "\n"
        for encoding in encodings {
            let bytes = try Self.encoded(text, as: encoding)
            #expect(try Texts.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_MAYBE)
            let document = try Texts.open(bytes)
            let shown = try (0..<document.countAll()).map { try document.string($0) }.joined()
            #expect(shown == text, "\(encoding)")
            // It is said, and that it was guessed where that is so.
            let said = try #require(try document.metadata().first { $0.key == "encoding" }?.text)
            #expect(said.contains(" (guessed") == (encoding != "ISO-2022-JP"), "\(encoding): \(said)")
        }
    }

    /// A few letters tell nothing: they are read as Windows-1252 has them, and that is said; a reader knows better.
    @Test func whatIsNotSureCanBeSetRight() throws {
        let bytes = try Self.encoded("Hi, мир\n", as: "CP1251")
        let unsure = try Texts.open(bytes)
        #expect(try unsure.string(0) == "Hi, ìèð\n")
        #expect(try unsure.metadata().contains { $0.text == "windows-1252 (guessed, unsure)" })
        let right = try Texts.open(bytes, Texts.flow(encoding: "windows-1251"))
        #expect(try right.string(0) == "Hi, мир\n")
        #expect(try right.metadata().contains { $0.text == "windows-1251" })
        let failure = #expect(throws: Refusal.self) { try Texts.open(bytes, Texts.flow(encoding: "klingon")) }
        #expect(failure?.code == -EINVAL && failure?.text?.contains("there is no encoding \"klingon\"") == true)
    }

    @Test func whatATextSaysOfItsEncodingIsTrue() throws {
        let bytes = try Self.encoded("# -*- coding: koi8-r -*-\nx = 'мир'\n", as: "KOI8-R")
        let document = try Texts.open(bytes)
        #expect(try document.string(0) == "# -*- coding: koi8-r -*-\nx = 'мир'\n")
        #expect(try document.metadata().contains { $0.text == "koi8-r (declared)" })
    }

    /// ASCII never changes, whatever an encoding would make of it.
    @Test func asciiIsAscii() throws {
        let text = "~{<:Ky2;~} \\ ~ and +AGE- are what they are.\n"
        #expect(try Texts.open(text).string(0) == text)
    }

    /// A control character behind the first 64 KiB does not matter: the file is text all the same.
    @Test func whatComesBehindTheStartIsShown() throws {
        let bytes = [UInt8](repeating: 0x0a, count: 65_536) + [1, 0x61]
        let document = try Texts.open(bytes)
        #expect(try document.string(document.countAll() - 1).hasSuffix("^Aa\n"))
    }

    @Test func anEmptyFileHasABlankPage() throws {
        #expect(try Texts.host().probe("") == SHEAF_PROBE_MAYBE)
        let document = try Texts.open("")
        #expect(try document.countAll() == 1 && document.text(0).isEmpty)
        #expect(try document.whole().ink == nil)
        #expect(try document.position(0) == 0 && document.page(at: 0) == 0 && document.page(at: 99) == 0)
    }
}
