# An SMSC made of Net::SMPP. It takes one link after the other, says what it reads, one line each, and gives a receipt for
# each message that asks for one. A text of "reply" is answered by the handset.
use strict;
use warnings;
use Net::SMPP;

$| = 1;
$SIG{PIPE} = 'IGNORE';
# Net::SMPP warns of the end of each link.
$SIG{__WARN__} = sub { print STDERR @_ unless $_[0] =~ /^premature eof/ };
my $id = 0;

my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, smpp_version => 0x34) or die "cannot listen: $!";
print join("\t", 'port', $listener->sockport), "\n";

sub told { print join("\t", @_), "\n" }

sub receipt {
    my ($link, $pdu, $reference) = @_;
    my $text = "id:$reference sub:001 dlvrd:001 submit date:2611230312 done date:2611230312 stat:DELIVRD err:000 text:";
    $link->deliver_sm(
        source_addr => $pdu->{destination_addr}, destination_addr => $pdu->{source_addr},
        esm_class => 0x04, short_message => $text, async => 1,
    );
}

sub take {
    my ($link, $pdu) = @_;
    my $reference = sprintf '00AB%04d', ++$id;
    my $octets = $pdu->{short_message} ne '' ? $pdu->{short_message} : $pdu->{message_payload} // '';
    told(
        'submit', $pdu->{source_addr}, $pdu->{destination_addr}, $pdu->{esm_class}, $pdu->{data_coding},
        unpack('H*', $octets),
    );
    $link->submit_sm_resp(seq => $pdu->{seq}, message_id => $reference);
    receipt($link, $pdu, $reference) if $pdu->{registered_delivery} & 1;
    $link->deliver_sm(
        source_addr => $pdu->{destination_addr}, destination_addr => $pdu->{source_addr},
        short_message => 'Yes @ 8', async => 1,
    ) if $octets eq 'reply';
}

while (1) {
    my $link = $listener->accept or next;
    while (my $pdu = $link->read_pdu) {
        my $command = $pdu->{cmd};
        if ($command == 0x09) {
            told('bind', $pdu->{system_id}, $pdu->{password}, $pdu->{interface_version});
            $link->bind_transceiver_resp(seq => $pdu->{seq}, system_id => 'perl');
            # It asks as well whether the other side lives.
            $link->enquire_link(async => 1);
        }
        elsif ($command == 0x04) { take($link, $pdu) }
        elsif ($command == 0x15) { told('enquire_link'); $link->enquire_link_resp(seq => $pdu->{seq}) }
        elsif ($command == 0x06) { told('unbind'); $link->unbind_resp(seq => $pdu->{seq}) }
        elsif ($command & 0x80000000) { told('answer', sprintf('%x', $command), $pdu->{status}) }
        else { told('unexpected', sprintf('%x', $command)) }
    }
    told('closed');
    close $link;
}
