// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import com.sun.net.httpserver.Headers;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.file.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Authorises users to read the status or to act on the study. A request names itself by a token, as {@code Bearer} or
 * as the password of {@code Basic}. The file has SHA-256 of each token and not the token: a token is random and long,
 * so a slow hash would add nothing. Immutable and thread-safe.
 *
 * @param users each with a role
 */
public record StatusAccess(List<User> users) {

    private static final String LINE = "[A-Za-z0-9._-]{1,100} (read|operate) [0-9a-f]{64}";
    private static final int MOST = 1000;
    /** Shorter ones may be guessed: 32 characters of hexadecimal digits are 128 bits. */
    private static final int SHORTEST = 32;

    private static final int LONGEST = 1000;

    public enum Role {
        READ,
        /** See the status, and act on the study. */
        OPERATE
    }

    /**
     * A user or a group of users.
     *
     * @param name for notices
     * @param digest SHA-256 of the token, 64 lower-case hexadecimal digits
     */
    public record User(String name, Role role, String digest) {}

    public StatusAccess {
        users = List.copyOf(users);
        if (users.isEmpty() || users.size() > MOST) {
            throw new IllegalArgumentException("users of a status must be 1 to " + MOST + ", were " + users.size());
        }
    }

    /** Reads lines {@code NAME ROLE DIGEST}; empty lines and those that begin with # are left out. */
    public static StatusAccess read(Path file) {
        try {
            if (PrivateFiles.permissionsOfOthers(file).stream()
                    .anyMatch(
                            one -> one == PosixFilePermission.GROUP_WRITE || one == PosixFilePermission.OTHERS_WRITE)) {
                throw new IllegalArgumentException(
                        file + ": only its owner may write to it, others may: run chmod go-w " + file);
            }
            List<User> users = new ArrayList<>();
            List<String> lines = Files.readAllLines(file);
            for (int k = 0; k < lines.size(); k++) {
                String line = lines.get(k).strip();
                if (line.isEmpty() || line.startsWith("#")) {
                    continue;
                }
                if (!line.matches(LINE)) {
                    throw new IllegalArgumentException(file + ":" + (k + 1)
                            + ": must be NAME, read or operate, and SHA-256 of a token in 64 lower-case digits");
                }
                String[] words = line.split(" ", -1);
                users.add(new User(words[0], words[1].equals("read") ? Role.READ : Role.OPERATE, words[2]));
            }
            return new StatusAccess(users);
        } catch (IOException e) {
            throw new IllegalArgumentException(FileReason.withPath(e), e);
        }
    }

    /** The user of a request; empty when it has no token, or one that is not known. */
    Optional<User> user(Headers headers) {
        List<String> given = headers.getOrDefault("Authorization", List.of());
        if (given.size() != 1 || given.get(0).length() > LONGEST) {
            return Optional.empty();
        }
        String token = token(given.get(0));
        if (token.length() < SHORTEST) {
            return Optional.empty();
        }
        byte[] digest = Sha256.hex(token.getBytes(StandardCharsets.UTF_8)).getBytes(StandardCharsets.US_ASCII);
        return users.stream()
                .filter(user -> MessageDigest.isEqual(digest, user.digest().getBytes(StandardCharsets.US_ASCII)))
                .findFirst();
    }

    private static String token(String header) {
        if (header.startsWith("Bearer ")) {
            return header.substring("Bearer ".length()).strip();
        }
        if (!header.startsWith("Basic ")) {
            return "";
        }
        try {
            String pair = new String(
                    Base64.getDecoder()
                            .decode(header.substring("Basic ".length()).strip()),
                    StandardCharsets.UTF_8);
            return pair.substring(pair.indexOf(':') + 1);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
