// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Options of studies between processes that cannot be followed: one line that names them and says what to do. */
@Timeout(120)
class RefusedOptionsTest {

    private static final int USAGE = 2;
    private static final int BAD_FILE = 3;

    @TempDir
    Path temp;

    @Test
    void portInUse_isNamed_withWhatToDo() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 120);
                ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(used.getLocalPort());
            List<String> status = new ArrayList<>(federation.coordinatorArguments());
            status.addAll(List.of("--status", port));
            fails(BAD_FILE, status, "127.0.0.1:" + port + ": ", "in use", "take another port");
            List<String> listen = new ArrayList<>(federation.coordinatorArguments());
            Collections.replaceAll(listen, "127.0.0.1:0", "127.0.0.1:" + port);
            fails(BAD_FILE, listen, "cannot listen on 127.0.0.1:" + port, "in use", "choose another port or interface");
        }
    }

    @Test
    void numberThatIsNoPort_isRefusedAsAnOption() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 120)) {
            for (String port : List.of("70000", "-1")) {
                List<String> status = new ArrayList<>(federation.coordinatorArguments());
                status.addAll(List.of("--status", port));
                fails(USAGE, status, "--status must be a port from 0 to 65535, was " + port);
            }
        }
    }

    @Test
    void rosterThatNoPlanAsksFor_isRefused_alsoWhenThereIsNone() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 120)) {
            for (List<String> words : List.of(federation.coordinatorArguments(), federation.siteArguments("site-1"))) {
                List<String> more = new ArrayList<>(words);
                more.addAll(List.of("--roster", temp.resolve("missing.yaml").toString()));
                fails(USAGE, more, "leave --roster out");
            }
            assertEquals(0, federation.network("site-1").attempts());
        }
    }

    private static void fails(int exitCode, List<String> words, String... reasons) {
        Program program = Program.run(words);
        assertEquals(exitCode, program.exitCode(), program.errors());
        for (String reason : reasons) {
            assertTrue(program.errors().contains(reason), "must say \"" + reason + "\": " + program.errors());
        }
    }
}
