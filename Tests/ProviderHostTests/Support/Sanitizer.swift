import Glibc

/// Whether the tests were built with a sanitizer.
enum Sanitizer {
    static let isOn = ["__asan_init", "__tsan_init"].contains { (name: String) in
        dlsym(dlopen(nil, RTLD_NOW), name) != nil
    }
}
