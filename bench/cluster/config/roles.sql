-- Once, on the primary, as its superuser. {{…}} is filled in by bench/cluster.
create role portside login password '{{portsidePassword}}';
create database portside owner portside;
