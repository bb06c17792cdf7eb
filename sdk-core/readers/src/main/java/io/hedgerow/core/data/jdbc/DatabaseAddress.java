// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The database of a JDBC address, without user, password and properties. Two addresses that differ in those, in the
 * case of the host, in a usual port that is left out, or in the name of this machine are one. Names of hosts are not
 * looked up: two names of one machine are two databases here. A database of H2, SQLite or DuckDB may have as many
 * addresses as its drivers know file systems and servers, so it is a file that is there, or in memory, or unknown.
 * {@code text} holds no secret; {@code file} is the database, where it is a file that is there. Immutable.
 */
record DatabaseAddress(String text, Optional<Path> file) {

    private static final Pattern KIND = Pattern.compile("jdbc:([A-Za-z0-9_+-]+):(.*)", Pattern.DOTALL);
    private static final Map<String, String> SAME = Map.of("mariadb", "mysql");
    private static final Map<String, String> PORTS =
            Map.of("postgresql", "5432", "mysql", "3306", "sqlserver", "1433", "oracle", "1521");
    private static final Set<String> HERE = Set.of("", "127.0.0.1", "[::1]", "localhost");
    private static final List<String> ENDINGS = List.of("", ".mv.db");

    /** Ways in which H2 opens one file. */
    private static final Pattern FILE_SYSTEMS =
            Pattern.compile("(?:(?:file|nio|niomapped|async|retry|split(?::\\d+)?):)+", Pattern.CASE_INSENSITIVE);

    private static final Pattern FILE = Pattern.compile("file:");

    private static final Pattern OF_FILES = Pattern.compile("jdbc:(?:h2|sqlite|duckdb):.*", Pattern.DOTALL);

    private static final Pattern IN_MEMORY = Pattern.compile(
            "jdbc:(?:h2:mem:.*|sqlite:(?:file:)?(?::memory:.*)?|duckdb:(?::memory:.*)?)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Reads an address; one of an unknown form is taken as it is, up to its properties. */
    static DatabaseAddress of(String url) {
        Matcher parts = KIND.matcher(url.strip());
        if (!parts.matches()) {
            return new DatabaseAddress("", Optional.empty());
        }
        String kind = parts.group(1).toLowerCase(Locale.ROOT);
        String named = SAME.getOrDefault(kind, kind);
        String rest = withoutProperties(parts.group(2));
        Optional<Path> file = file(named, rest);
        return file.isPresent()
                ? new DatabaseAddress("jdbc:" + named + ":" + file.get(), file)
                : new DatabaseAddress("jdbc:" + named + ":" + server(named, rest), Optional.empty());
    }

    /** Properties follow a question mark or a semicolon, and hold passwords. */
    private static String withoutProperties(String rest) {
        int end = rest.length();
        for (char sign : new char[] {'?', ';'}) {
            int at = rest.indexOf(sign);
            end = at < 0 ? end : Math.min(end, at);
        }
        return rest.substring(0, end);
    }

    /** Why other addresses of the same database are not known to be that. */
    Optional<String> complaint() {
        return file.isEmpty()
                        && OF_FILES.matcher(text).matches()
                        && !IN_MEMORY.matcher(text).matches()
                ? Optional.of("its database is neither a file at a path of this machine nor in memory, so other"
                        + " addresses of it are not known")
                : Optional.empty();
    }

    private static String path(String kind, String rest) {
        Matcher prefix = (kind.equals("h2") ? FILE_SYSTEMS : FILE).matcher(rest);
        String bare = prefix.lookingAt() ? rest.substring(prefix.end()) : rest;
        // SQLite reads these as addresses, with signs by their numbers; a plus is a plus
        return kind.equals("sqlite") && prefix.lookingAt()
                ? URLDecoder.decode(bare.replace("+", "%2B"), StandardCharsets.UTF_8)
                : bare;
    }

    private static Optional<Path> file(String kind, String rest) {
        String name;
        try {
            name = path(kind, rest);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a per cent sign without a number
        }
        String home = name.startsWith("~") ? System.getProperty("user.home") + name.substring(1) : name;
        try {
            for (String ending : ENDINGS) {
                Path file = Path.of(home + ending);
                if (!home.isEmpty() && Files.isRegularFile(file)) {
                    return Optional.of(file.toRealPath());
                }
            }
        } catch (InvalidPathException | java.io.IOException e) {
            // then it is no file of this machine
        }
        return Optional.empty();
    }

    /** {@code //user:password@Host/name} as {@code //host:port/name}, and Oracle's {@code thin:user/password@...}. */
    private static String server(String kind, String rest) {
        int credentials = rest.lastIndexOf('@');
        String open = credentials < 0 ? rest : rest.substring(credentials + 1);
        boolean slashes = rest.startsWith("//") || open.startsWith("//");
        String bare = open.startsWith("//") ? open.substring(2) : open;
        if (!slashes && PORTS.containsKey(kind) && !kind.equals("oracle")) {
            // jdbc:postgresql:name is a database of this machine
            return "//" + authority(kind, "") + "/" + bare.replaceAll("^/+", "");
        }
        if (!slashes) {
            return bare;
        }
        int end = bare.indexOf('/');
        String host = end < 0 ? bare : bare.substring(0, end);
        return "//" + authority(kind, host) + (end < 0 ? "" : bare.substring(end));
    }

    private static String authority(String kind, String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        Matcher port = Pattern.compile("(.*?):(\\d+)").matcher(lower);
        boolean given = port.matches();
        String name = given ? port.group(1) : lower;
        String usual = PORTS.getOrDefault(kind, "");
        String number = given ? port.group(2) : usual;
        return (HERE.contains(name) ? "localhost" : name) + (number.isEmpty() ? "" : ":" + number);
    }
}
