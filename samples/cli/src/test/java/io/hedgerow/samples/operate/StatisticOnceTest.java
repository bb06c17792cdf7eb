// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exact moments of the same data behind masks: a second signed plan, of other sites, does not get them. */
@Tag("slow")
@Timeout(300)
class StatisticOnceTest {

    @TempDir
    Path temp;

    private TestFederation moments(String name, int sites, int deadline) throws Exception {
        LocalStudy.Terms terms =
                new LocalStudy.Terms("gram", Map.of(), Optional.empty(), true, 1, 0, Duration.ofSeconds(deadline));
        return TestFederation.of(temp.resolve(name), terms, sites);
    }

    @Test
    void secondStudyOfTheSameData_isRefusedByTheSitesThatWereInTheFirst() throws Exception {
        try (TestFederation first = moments("first", 4, 60);
                TestFederation second = moments("second", 3, 8)) {
            first.inThisProcess()
                    .forEach((party, program) -> assertEquals(0, program.exitCode(), party + ": " + program.errors()));
            assertEquals("rounds-completed", first.state());
            // the same data set, and what a site keeps for all studies of it
            for (String site : second.sites()) {
                Path policy = Path.of("policy.yaml");
                Files.copy(
                        first.study().site(site).resolve(policy),
                        second.study().site(site).resolve(policy),
                        StandardCopyOption.REPLACE_EXISTING);
                Files.createDirectories(second.home(site).path());
                Files.copy(first.home(site).statistics(), second.home(site).statistics());
            }
            Map<String, Program> again = second.inThisProcess();
            for (String site : second.sites()) {
                String errors = again.get(site).errors();
                assertEquals(5, again.get(site).exitCode(), errors);
                assertTrue(errors.contains("must be released in one study only"), errors);
                assertTrue(second.securityEvents(site).isEmpty(), "the coordinator did nothing wrong");
            }
            Program coordinator = again.get("coordinator");
            assertEquals(7, coordinator.exitCode(), coordinator.errors());
            assertTrue(coordinator.errors().contains("exact sums that it gave before"), coordinator.errors());
        }
    }
}
