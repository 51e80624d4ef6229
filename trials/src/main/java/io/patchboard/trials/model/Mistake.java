package io.patchboard.trials.model;

import java.util.Locale;

/** What a simulated model gets wrong. */
public enum Mistake {
    /** Of each thing that the prompt shows, for each 1,000 characters of it. */
    OVERLOOK(
            "overlooks a thing that is shown (an observation, a command that can be given, the plan; a paragraph, a source, a"
                    + " claim), for each 1,000 characters of the prompt"),
    /** Of an answer. */
    HALLUCINATE("names an object that is not there, or quotes a word that is not; as verifier, finds it there"),
    /** Of an actor's answer. */
    INADMISSIBLE("as actor, leaves out the walk and proposes what can only be done there"),
    /** Of an answer. */
    MALFORMED("breaks off in the middle of its answer"),
    /** Of an answer. */
    TRESPASS("also writes what is another role's: a place that its prompt shows; as actor, its own verdict, too"),
    /** Of a planner's answer. */
    FORGET("as planner, forgets that the thing is to be cleaned, heated or cooled");

    private final String meaning;

    Mistake(String meaning) {
        this.meaning = meaning;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of whom it is said what it does. */
    public String meaning() {
        return meaning;
    }
}
