// SPDX-License-Identifier: Apache-2.0
// region:all
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import java.nio.file.Path;

/** An independent project: all of its own code is here. */
public final class Outside {
    public static void main(String[] args) throws InterruptedException {
        SignedPlan plan = SignedPlan.read(Path.of(args[1]));
        try (Membership study =
                Site.open(Path.of(args[0])).join(plan, plan.rows(Path.of(args[2])), args[3])) {
            System.out.println(study.run(event -> System.err.println(event.text())).state().orElseThrow());
        }
    }
}
// endregion
