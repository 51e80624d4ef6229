#!/usr/bin/env perl
# Makes headlines: reads invocations from stdin and answers on stdout, one line of JSON each.
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->utf8->canonical;
$| = 1;

sub headline {
    my ($view) = @_;
    my $note = $view->{item}{value} // die "Expected a note, but the view has none.\n";
    return substr($note, 0, 40) if @{ $view->{rejections} // [] };    # it was too long
    return $note =~ /^(.*?)\.(?: |$)/ ? $1 : $note;
}

while (my $line = <STDIN>) {
    my $invocation = $json->decode($line);
    my $answer     = { invocationId => $invocation->{invocationId} };
    my $headline   = eval { headline($invocation->{view}) };
    if (defined $headline) {
        $answer->{patch} = [{ op => 'add', path => '/headlines/-', value => $headline }];
    } else {
        $answer->{error} = "$@";
    }
    print $json->encode($answer), "\n";
}
