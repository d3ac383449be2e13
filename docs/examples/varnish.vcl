# Varnish before several machines with sheaf-web, which have the same documents: docs/scaling.md.
#
# Each sheaf-web runs with --trusted-proxy and the address of Varnish, --host and the name by which it is asked, and --authorization: docs/scaling.md.
#
# Images never change (their URLs have the version of the file), so that they are kept as long as there is room. All images of a page are
# asked of one machine, which has the page in its memory; of another one where that is lost.
vcl 4.1;

import directors;

# As often as this a machine is asked whether it is there; after two that fail it gets no requests.
probe alive {
    .url = "/documents.json";
    .interval = 1s;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

# One for each machine. `first_byte_timeout`: longer than the slowest page takes to render.
backend one {
    .host = "10.77.0.11";
    .port = "8080";
    .probe = alive;
    .connect_timeout = 1s;
    .first_byte_timeout = 5s;
    .between_bytes_timeout = 2s;
}

backend two {
    .host = "10.77.0.12";
    .port = "8080";
    .probe = alive;
    .connect_timeout = 1s;
    .first_byte_timeout = 5s;
    .between_bytes_timeout = 2s;
}

backend three {
    .host = "10.77.0.13";
    .port = "8080";
    .probe = alive;
    .connect_timeout = 1s;
    .first_byte_timeout = 5s;
    .between_bytes_timeout = 2s;
}

sub vcl_init {
    new machines = directors.shard();
    machines.add_backend(one);
    machines.add_backend(two);
    machines.add_backend(three);
    machines.reconfigure();
}

sub vcl_recv {
    # The reader in the browser keeps nothing in cookies.
    unset req.http.Cookie;
}

sub vcl_backend_fetch {
    # By what is before the region: the image of a page. A further try goes to the next machine.
    set bereq.backend = machines.backend(
        by = KEY, key = machines.key(regsub(bereq.url, "^(/iiif/[23]/[^/?]+).*", "\1")),
        alt = bereq.retries, healthy = ALL);
}

sub vcl_backend_response {
    # Whole before any of it is sent: a machine that is lost in mid-answer is not seen.
    set beresp.do_stream = false;
    if (beresp.status >= 500 && bereq.retries < 2) {
        return (retry);
    }
}

sub vcl_backend_error {
    if (bereq.retries < 2) {
        return (retry);
    }
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
}
