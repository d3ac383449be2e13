import SheafMetrics
import Testing

@testable import SheafWeb

/// In which format numbers are served.
@Suite struct MetricsFormatTests {
    @Test(
        arguments: [
            (nil, .prometheus), ("", .prometheus), ("*/*", .prometheus), ("text/html,*/*;q=0.8", .prometheus),
            (
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                    + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openmetrics
            ),
            ("application/openmetrics-text", .openmetrics),
            ("Application/OpenMetrics-Text ; Version=\"1.0.0\" ; Q=0.9 , text/plain ; q=0.8", .openmetrics),
            ("text/plain;q=0.9, application/openmetrics-text;q=0.8", .prometheus),
            ("application/openmetrics-text, text/plain", .prometheus),
            ("application/openmetrics-text;version=0.0.1", .prometheus),
            ("application/openmetrics-text;q=0", .prometheus), ("application/openmetrics-text;q=0, */*", .prometheus),
            ("application/*, text/*;q=0.1", .openmetrics), ("text/plain;version=0.0.3, */*;q=0.1", .prometheus),
            (";;;,q=1,=", .prometheus),
        ] as [(String?, MetricsFormat)])
    func theFormatThatIsPreferredIsServed(accept: String?, format: MetricsFormat) {
        #expect(MetricsFormat(preferredBy: accept) == format)
    }
}
