/** What teams need that plan who carries whom, and mend a plan near to where it broke. */
package io.patchboard.examples.plan;
