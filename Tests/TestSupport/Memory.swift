import Glibc

/// How much of shared memory there is, in bytes; -1 where that is not known.
package func allocatedBytes(of number: Int32) -> Int {
    var status = stat()
    return fstat(number, &status) == 0 ? Int(status.st_blocks) * 512 : -1
}
