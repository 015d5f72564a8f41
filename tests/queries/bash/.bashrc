# Short names.
alias ll='ls -l' la="ls -a"
alias g=git
if [ -x /usr/bin/dircolors ]; then
  # With colours.
  alias ls='ls --color=auto'
fi
alias
alias g
unalias ll

export EDITOR=vi
