import Foundation
import Glibc
import Testing

/// Access to sheaf-web from elsewhere, and the numbers that operators are told.
@Suite struct WebAccessTests {
    @Test(.enabled(if: geteuid() == 0, "needs root, for a network of its own"))
    func whoComesFromAnotherMachineShowsWhatIsAskedFor() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let script = Build.project.appendingPathComponent("Tests/System/clients/web_stranger.py").path
        let result = try Command.run(
            "/usr/bin/unshare",
            [
                "--net", "/usr/bin/python3", script, Build.folder.appendingPathComponent("sheaf-web").path, "--socket",
                web.service.socket, "--library", web.library.path,
            ], seconds: 600)
        try #require(result.status == 0, "\(result.errors)")
        let rules = try JSONDecoder().decode([String: [String: Int]].self, from: result.output)
        // From the machine itself everybody is served, whatever the rule is, and nobody from elsewhere where there is none.
        let closed = [
            "near": 200, "far": 403, "forwarded": 403, "bearer": 403, "wrong": 403, "password": 403,
            "wrong password": 403,
            "user": 403, "nobody": 403, "secret": 403, "far forwarded": 200, "chain": 403,
        ]
        #expect(rules["none"] == closed)
        #expect(rules["open"]?.values.allSatisfy { $0 == 200 } ?? false)
        // A user is whom a proxy names that is believed, and nobody else.
        #expect(rules["user"] == closed)
        let proxied = closed.merging(["forwarded": 200]) { $1 }
        #expect(rules["proxy"] == proxied)
        #expect(rules["proxied user"] == proxied.merging(["user": 200, "secret": 200]) { $1 })
        #expect(rules["secret"] == proxied.merging(["secret": 200]) { $1 })
        // One on this machine that comes for somebody who is not.
        #expect(rules["near proxy"] == closed.merging(["far forwarded": 403]) { $1 })
        let asked = closed.mapValues { $0 == 403 ? 401 : $0 }
        #expect(rules["token"] == asked.merging(["bearer": 200, "password": 200]) { $1 })
    }

    /// The dashboard for Grafana: what its queries ask for.
    private static func dashboard() throws -> String {
        let file = Build.project.appendingPathComponent("packaging/grafana/sheaf.json")
        let parsed = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let panels = try #require(parsed?["panels"] as? [[String: Any]])
        let targets = panels.flatMap { $0["targets"] as? [[String: Any]] ?? [] }
        return targets.compactMap { $0["expr"] as? String }.joined(separator: "\n")
    }

    @Test func metricsAreReadByTheReferenceParser() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()], options: RunningWeb.metrics)
        #expect(try web.get(web.image("policy") + "/full/100,/0/default.jpg").status == 200)
        // As Prometheus asks.
        let accept = """
            application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,\
            text/plain;version=0.0.4;q=0.5,*/*;q=0.1
            """
        let reply = try web.get("/metrics", ["Accept: \(accept)"])
        #expect(reply.headers["content-type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        // The dashboard shows what is there.
        let told = Set(reply.text.split(separator: "\n").map { String($0.prefix { $0 != " " && $0 != "{" }) })
        let dashboard = try Self.dashboard()
        let shown = Set(dashboard.matches(of: #/sheaf_[a-z_]+(?=[{,)])/#).map { String($0.output) })
        #expect(shown.count > 20 && shown.subtracting(told) == [])
        let file = web.library.appendingPathComponent("metrics")
        try Data(reply.body).write(to: file)
        let script = Build.project.appendingPathComponent("Tests/System/clients/metrics.py").path
        let parsed = try Command.run(Build.python, [script, file.path])
        try #require(parsed.status == 0, "\(parsed.errors)")
        let lines = parsed.text.split(separator: "\n")
        for line in [
            "gauge sheaf_web_service_up  1", "counter sheaf_web_images_total  1", "gauge sheaf_web_documents  1",
        ] {
            #expect(lines.contains { $0 == line }, "\(line): \(parsed.text)")
        }
        #expect(lines.contains { $0.hasPrefix("counter sheaf_web_requests_total  ") && !$0.hasSuffix(" 0") })
        #expect(lines.contains { $0.hasPrefix("gauge sheaf_cache_bytes state=cached ") })
        // Whoever does not ask for that gets the text format, which promtool reads.
        let plain = try web.get("/metrics")
        #expect(plain.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        try Data(plain.body).write(to: file)
        let checked = try Command.run("/bin/sh", ["-c", #"exec promtool check metrics <"$0""#, file.path])
        #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.text)\(checked.errors)")
        web.service.stop()
        #expect(try web.get("/metrics").text.contains("sheaf_web_service_up 0\n"))
        // Whoever shows the token is told, and nobody who may see the library alone.
        let token = web.library.appendingPathComponent("token")
        try Data("numbers-for-the-test\n".utf8).write(to: token)
        let asking = try RunningWeb(documents: [:], options: ["--metrics", "token=\(token.path)"])
        #expect(try asking.get("/documents.json").status == 200 && asking.get("/metrics").status == 401)
        #expect(try asking.get("/metrics", ["Authorization: Bearer numbers-for-the-test"]).status == 200)
        #expect(try asking.get("/metrics", ["Authorization: Bearer numbers-for-the-tess"]).status == 401)
        let others = try RunningWeb(documents: [:], options: ["--metrics", "uid=\(geteuid() + 1)"])
        #expect(try others.get("/metrics").status == 403)
        // Nobody is told who has not asked for it.
        let without = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        #expect(try without.get("/metrics").status == 404)
    }
}
