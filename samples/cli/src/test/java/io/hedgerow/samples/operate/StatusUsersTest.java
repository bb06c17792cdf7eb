// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.file.Sha256;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users of the status page of a real coordinator, by HTTP: who may read, and who may go on without a site. */
@Tag("slow")
@Timeout(300)
class StatusUsersTest {

    private static final String READER = "r".repeat(40);
    private static final String OPERATOR = "o".repeat(40);
    private static final Pattern PAGE = Pattern.compile("status page at (\\S+)");

    @TempDir
    Path temp;

    private final HttpClient client = HttpClient.newHttpClient();

    private Path users() throws IOException {
        Path file = temp.resolve("users");
        Files.writeString(
                file,
                "# who reads\nward read " + digest(READER) + "\n\nhub-operator operate " + digest(OPERATOR) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private static String digest(String token) {
        return Sha256.hex(token.getBytes(StandardCharsets.US_ASCII));
    }

    private static String basic(String user, String token) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + token).getBytes(StandardCharsets.US_ASCII));
    }

    private HttpResponse<String> ask(String method, String url, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(60))
                .method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String url(Child coordinator) throws Exception {
        Matcher page = PAGE.matcher(coordinator.errors());
        assertTrue(page.find(), coordinator.errors());
        return page.group(1);
    }

    @Test
    void readersRead_operatorsGoOnWithoutASite_andOthersNothing() throws Exception {
        Path notices = temp.resolve("notices.jsonl");
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 2, 900)) {
            Child coordinator = federation.coordinator(
                    "--status",
                    "0",
                    "--status-users",
                    users().toString(),
                    "--start-window",
                    "0",
                    "--security-notices",
                    notices.toString());
            String url = url(coordinator);
            for (String path : List.of("", "status.json", "metrics")) {
                assertEquals(401, ask("GET", url + path).statusCode(), path);
                assertEquals(
                        401,
                        ask("GET", url + path, "Authorization", "Bearer " + "x".repeat(40))
                                .statusCode());
                assertEquals(
                        401,
                        ask("GET", url + path, "Authorization", "Bearer " + digest(READER))
                                .statusCode(),
                        "the digest is not the token");
                assertEquals(
                        401,
                        ask("GET", url + path, "X-Forwarded-User", "hub-operator", "X-Forwarded-Groups", "operate")
                                .statusCode(),
                        "no header but a token is believed");
                assertEquals(
                        200,
                        ask("GET", url + path, "Authorization", "Bearer " + READER)
                                .statusCode());
                assertEquals(
                        200,
                        ask("GET", url + path, "Authorization", basic("anyone", OPERATOR))
                                .statusCode());
            }
            assertTrue(ask("GET", url)
                    .headers()
                    .firstValue("WWW-Authenticate")
                    .orElseThrow()
                    .startsWith("Basic "));
            assertEquals(200, ask("GET", url + "healthz").statusCode(), "a probe has no token");

            String exclude = url + "exclude/site-3";
            String[] operator = {"Authorization", "Bearer " + OPERATOR, "X-Hedgerow-Act", "exclude"};
            assertEquals(401, ask("POST", exclude, "X-Hedgerow-Act", "exclude").statusCode());
            assertEquals(
                    403,
                    ask("POST", exclude, "Authorization", "Bearer " + READER, "X-Hedgerow-Act", "exclude")
                            .statusCode());
            assertEquals(
                    400,
                    ask("POST", exclude, "Authorization", basic("hub-operator", OPERATOR))
                            .statusCode(),
                    "another page can make a browser send a password, and not this header");
            assertEquals(404, ask("POST", url + "exclude/nowhere", operator).statusCode());
            assertEquals(405, ask("POST", url, operator).statusCode());
            assertEquals(405, ask("DELETE", exclude, operator).statusCode());

            Child first = federation.site("site-1");
            Child second = federation.site("site-2");
            HttpResponse<String> answer = ask("POST", exclude, operator);
            for (int k = 0; k < 20 && answer.statusCode() == 409; k++) {
                answer = ask("POST", exclude, operator); // it may not have begun yet
            }
            assertEquals(200, answer.statusCode(), answer.body());
            coordinator.ends(0);
            first.ends(0);
            second.ends(0);
            assertTrue(
                    coordinator.errors().contains("user hub-operator of the status page asks"), coordinator.errors());
            String told = Files.readString(notices);
            assertTrue(told.contains("\"event\":\"role-refused\""), told);
            assertTrue(told.contains("\"reason\":\"needs-operate\",\"peer\":\"ward\""), told);
            assertFalse(told.contains(READER) || told.contains(OPERATOR), told);
        }
    }

    @Test
    void fileThatIsWrong_isRefusedBeforeAnythingBegins() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 2, 900)) {
            Path file = temp.resolve("wrong");
            Files.writeString(file, "ward admin " + digest(READER) + "\n");
            Program wrong = start(federation, "--status", "0", "--status-users", file.toString());
            assertEquals(2, wrong.exitCode(), wrong.errors());
            assertTrue(wrong.errors().contains("wrong:1: must be NAME, read or operate"), wrong.errors());
            Files.writeString(file, "ward read " + digest(READER) + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
            Program open = start(federation, "--status", "0", "--status-users", file.toString());
            assertTrue(open.errors().contains("chmod go-w"), open.errors());
            Program alone = start(federation, "--status-users", file.toString());
            assertEquals(2, alone.exitCode(), alone.errors());
            assertTrue(alone.errors().contains("also give --status PORT"), alone.errors());
        }
    }

    private static Program start(TestFederation federation, String... more) {
        List<String> words = new ArrayList<>(federation.coordinatorArguments());
        words.addAll(List.of(more));
        return Program.run(words);
    }
}
