import CFuzzer

/// Feeds what strangers may send, write or keep to what reads it. The first byte says to which reader; the rest is what it reads.
@main struct SheafFuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
            guard let data, size > 0 else { return 0 }
            let input = [UInt8](UnsafeBufferPointer(start: data + 1, count: size - 1))
            switch data[0] {
            case UInt8(ascii: "c"): FuzzedConnection.shared.receive(input)
            case UInt8(ascii: "h"): FuzzedHost.shared.answer(input)
            case UInt8(ascii: "p"): FuzzedHost.readNotice(input)
            case UInt8(ascii: "v"): FuzzedValues.read(input)
            case UInt8(ascii: "s"): FuzzedScans.read(input)
            case UInt8(ascii: "d"): FuzzedDescription.read(input)
            case UInt8(ascii: "f"): FuzzedFiles.read(input)
            case UInt8(ascii: "n"): FuzzedNotes.read(input)
            case UInt8(ascii: "w"): FuzzedService.receive(input)
            case UInt8(ascii: "a"): FuzzedService.answer(input)
            case UInt8(ascii: "m"): FuzzedPlaces.read(input)
            default: return -1
            }
            return 0
        }
    }
}
