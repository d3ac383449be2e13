import Testing

@testable import SheafWeb

/// Access by what is known of a request: the server's names, the client's address, its user and its token.
@Suite struct AccessTests {
    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:8080", "192.0.2.7:1", "0.0.0.0:65535", "[::1]", "[::1]:8080", "[2001:db8::1]:80",
        "[::ffff:192.0.2.1]", "[::ffff:c000:201]", "localhost", "LocalHost:8080", "localhost:", "machine",
        "machine.local:8080",
        "books.example", "BOOKS.example:443",
    ])
    func aServerIsCalledByAddressesAndItsNames(_ host: String) {
        #expect(ServerNames(["Books.example"], machine: "machine").have(host))
    }

    /// Names that somebody else's name server may lead here, and what looks like an address and is looked up.
    @Test(arguments: [
        "evil.example", "evil.example:8080", "", ":", ":80", "127.1", "2130706433", "0x7f.1", "0177.0.0.1",
        "127.0.0.1.",
        "127.0.0.01", "127.0.0.1.evil.example", "localhost.evil.example", "localhost.", "localhost:http",
        "localhost:123456",
        "::1", "[::1", "::1]", "[::1]x", "[0:0:0:0:0:0:0:1]", "[::0001]", "[::FFFF:c000:201]", "[::1%lo]",
        "[127.0.0.1]",
        "user@localhost", "localhost,evil.example", "localhost evil", "machine.evil.example", "machine.local.evil",
        "sub.books.example", "xbooks.example", "bücher.example",
    ])
    func noOtherNameIsIts(_ host: String) {
        #expect(!ServerNames(["books.example"], machine: "machine").have(host))
    }

    @Test(
        arguments: [
            ("127.0.0.1", true), ("127.255.255.255", true), ("128.0.0.1", false), ("::1", true), ("::2", false),
            ("::ffff:127.0.0.1", true), ("::ffff:192.0.2.1", false), ("2001:db8::1", false),
        ])
    func loopbackIsNear(_ address: String, _ isNear: Bool) {
        #expect(Client(address: address)?.isNear == isNear)
        #expect(Client.user(0).isNear && !Client.unknown.isNear)
    }

    @Test func anIPv6NetworkCountsAsOneClient() throws {
        let one = try #require(Client(address: "2001:db8:1:2::1")), same = Client(address: "2001:db8:1:2:ffff::9")
        #expect(one.counted == same?.counted && one != same)
        #expect(one.counted != Client(address: "2001:db8:1:3::1")?.counted)
        #expect(Client(address: "192.0.2.1")?.counted != Client(address: "192.0.2.2")?.counted)
    }

    @Test(
        arguments: [
            // The right-most that is no proxy.
            ("192.0.2.1", ["198.51.100.7"], "198.51.100.7"),
            ("192.0.2.1", ["203.0.113.5", "198.51.100.7"], "198.51.100.7"),
            ("192.0.2.1", ["203.0.113.5", "198.51.100.7", "10.1.2.3"], "198.51.100.7"),
            ("192.0.2.1", ["198.51.100.7:4711"], "198.51.100.7"), ("192.0.2.1", ["[2001:db8::7]:80"], "2001:db8::7"),
            ("192.0.2.1", ["2001:db8::7"], "2001:db8::7"),
            ("192.0.2.1", ["127.0.0.1", "198.51.100.7"], "198.51.100.7"),
            // One that names none is it itself, and so is a chain of nothing but proxies.
            ("192.0.2.1", [], "192.0.2.1"), ("192.0.2.1", ["10.0.0.1"], "10.0.0.1"),
            // What is no address is nobody near.
            ("192.0.2.1", ["127.0.0.1", "unknown"], nil), ("192.0.2.1", [""], nil), ("192.0.2.1", ["_hidden"], nil),
            // Nobody else is believed.
            ("198.51.100.9", ["127.0.0.1"], "198.51.100.9"),
        ] as [(String, [String], String?)])
    func theClientIsWhoComesToTheFirstProxyThatIsBelieved(_ peer: String, _ forwarded: [String], _ client: String?)
        throws
    {
        let proxies = TrustedProxies(
            try ["192.0.2.1", "10.0.0.0/8", "unix:33"].map { try #require(TrustedProxies.Rule($0)) })
        let found = proxies.client(behind: try #require(Client(address: peer)), forwarded)
        #expect(found == client.flatMap { Client(address: $0) } ?? .unknown)
        #expect(proxies.have(.user(33)) && !proxies.have(.user(34)) && !proxies.have(.unknown))
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.0/9", "10.128.0.1", false),
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("0.0.0.0/0", "203.0.113.1", true),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
        ("0.0.0.0/0", "::1", false),
        ("::ffff:192.0.2.1", "192.0.2.1", true),
    ])
    func aProxyIsAnAddressOrManyOfThem(_ rule: String, _ address: String, _ isOne: Bool) throws {
        #expect(try #require(TrustedProxies.Rule(rule)).has(try #require(Client(address: address))) == isOne)
    }

    @Test(arguments: [
        "", "a", "192.0.2", "192.0.2.1/", "192.0.2.1/33", "192.0.2.1/-1", "::/129", "unix:", "unix:no-such-user",
        "unix:-1",
    ])
    func whatIsNoProxyIsRefused(_ rule: String) { #expect(TrustedProxies.Rule(rule) == nil) }

    /// A client that takes all that it can leaves others theirs.
    @Test func nobodyTakesWhatIsForOthers() {
        let shares = ClientShares(limit: 64)
        let greedy = ClientShares.Holder.client(.user(1))
        var seats = (0..<100).compactMap { _ in shares.take(for: greedy) }
        #expect(seats.count == 16 && shares.isAtItsShare(greedy))
        // Many greedy ones leave the reserve to who has none.
        for user in 2...4 { seats += (0..<100).compactMap { _ in shares.take(for: .client(.user(UInt32(user)))) } }
        #expect(seats.count == 56 && shares.total == 56)
        for user in 10..<18 {
            let seat = shares.take(for: .client(.user(UInt32(user))))
            #expect(seat != nil)
            if let seat { seats.append(seat) }
        }
        #expect(shares.take(for: .client(.user(99))) == nil && shares.take(for: nil) == nil)
        seats = []
        #expect(shares.total == 0 && shares.take(for: greedy) != nil && !shares.isAtItsShare(greedy))
    }

    @Test func whoComesForManyHasNoShare() {
        let shares = ClientShares(limit: 8)
        let seats = (0..<9).compactMap { _ in shares.take(for: nil) }
        #expect(seats.count == 8)
        let single = ClientShares(limit: 1)
        let seat = single.take(for: .client(.unknown))
        #expect(seat != nil && single.take(for: .client(.user(1))) == nil)
        #expect(ClientShares(limit: 0).take(for: .client(.unknown)) == nil)
    }

    @Test func aUserStandsBehindTheSecretWhereThereIsOne() {
        #expect(Admission.names("zoe", behind: nil) && !Admission.names("", behind: nil))
        let secret = "correct-horse-battery"
        #expect(Admission.names("\(secret) zoe", behind: secret))
        for wrong in ["zoe", secret, "\(secret) ", "\(secret)x zoe", "zoe \(secret)", " \(secret) zoe", ""] {
            #expect(!Admission.names(wrong, behind: secret), "\(wrong)")
        }
    }

    @Test(
        arguments: [
            ("h:80", nil, nil, "http://h:80"), (nil, nil, nil, "http://localhost"),
            ("h", "https", "/books/", "https://h/books"),
            ("[::1]:8080", nil, "/", "http://[::1]:8080"),
            ("h/..", nil, nil, nil), ("", nil, nil, nil), ("h\"", nil, nil, nil), ("user@h", nil, nil, nil),
            ("h", "javascript", nil, nil), ("h", nil, "books", nil), ("h", nil, "/../x", nil),
            ("h", nil, "//evil.example", nil),
            ("h", nil, "/a\"b", nil), ("h", nil, "/a?b", nil),
        ] as [(String?, String?, String?, String?)])
    func aProxySaysWhereTheServerIsAndNothingElse(
        _ host: String?, _ scheme: String?, _ prefix: String?, _ base: String?
    ) {
        #expect(ForwardedBase(Caller(client: .unknown, host: host, scheme: scheme, prefix: prefix)).text == base)
    }

    @Test func aTokenIsShownAsABearersOrAsAPassword() {
        let token = "correct-horse-battery"
        for shown in [
            "Bearer correct-horse-battery", "bearer  correct-horse-battery", "Basic YTpjb3JyZWN0LWhvcnNlLWJhdHRlcnk=",
            "Basic OmNvcnJlY3QtaG9yc2UtYmF0dGVyeQ==",
        ] { #expect(Admission.isShown(token, in: shown), "\(shown)") }
        for wrong in [
            nil, "", "Bearer", "Bearer ", "Bearer correct-horse-batterz", "Bearer correct-horse-battery2",
            "correct-horse-battery",
            "Basic correct-horse-battery", "Basic Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5", "Basic %",
            "Digest correct-horse-battery",
        ] { #expect(!Admission.isShown(token, in: wrong), "\(wrong ?? "")") }
    }

    @Test func aRuleIsOneOfThree() {
        #expect(
            Admission("open") == .open && Admission("user=X-Remote-User") == .user(header: "X-Remote-User", secret: nil)
        )
        for wrong in [
            "user=a,b", "user=a,secret=", "user=a,secret=/dev/null", "user=,secret=/etc/hostname",
        ] + ["", "closed", "user=", "user=a b", "user=a:b", "token=", "token=/nowhere", "token=/dev/null"] {
            #expect(Admission(wrong) == nil, "\(wrong)")
        }
    }
}
