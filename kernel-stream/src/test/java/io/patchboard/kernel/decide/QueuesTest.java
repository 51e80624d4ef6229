package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QueuesTest {

    @Test
    void aQueueThatIsNotListed_isAskedAbout() {
        assertThat(Queues.Missing.unlisted("revews", List.of("drafts", "reviews"))
                        .why())
                .isEqualTo("Did you mean \"reviews\"? Add it to the kernel's queues.");
        assertThat(Queues.Missing.unlisted("other", List.of("drafts", "reviews"))
                        .why())
                .isEqualTo("Add it to the kernel's queues.");
    }
}
