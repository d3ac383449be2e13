import SheafInterface

@testable import Varlink

/// A text that is read as a call in place, beside what the parser reads: what the one accepts the other reads as the same.
enum FuzzedScans {
    nonisolated(unsafe) private static let parser = JSONParser()

    static func read(_ input: [UInt8]) {
        let buffer = InputBuffer(copying: input.span.bytes)
        IncomingMessage(descriptors: VarlinkDescriptors(), buffer: buffer, range: 0..<input.count).scan { scanner in
            read(input, &scanner)
        }
    }

    private static func read(_ input: [UInt8], _ scanner: inout CallScanner) {
        guard scanner.beginsCall() else { return }
        if scanner.takes(#"org.sheaf.Reader.Navigate""#), scanner.reachesParameters() {
            var scan = ReaderInterface.NavigateScan(scanner)
            scan.read(&scanner)
            if scanner.ends() { compare(scan.parameters, scanner.flags, "org.sheaf.Reader.Navigate", input) }
        } else if scanner.takes(#"org.sheaf.Reader.Drag""#), scanner.reachesParameters() {
            var scan = ReaderInterface.DragScan(scanner)
            scan.read(&scanner)
            if scanner.ends() { compare(scan.parameters, scanner.flags, "org.sheaf.Reader.Drag", input) }
        }
    }

    private static func compare<Value: JSONCodable & Equatable>(
        _ scanned: Value, _ flags: VarlinkCallFlags, _ method: String, _ input: [UInt8]
    ) {
        var isEqual = false
        try? parser.withValue(of: input.span.bytes) { value throws(JSONError) in
            let envelope = try CallEnvelope(decoding: value)
            let decoded = try Value(decoding: envelope.parameters)
            isEqual = decoded == scanned && envelope.flags == flags && envelope.method.text == method
        }
        guard isEqual else { fatalError("\(method) is read in place as another one") }
    }
}
